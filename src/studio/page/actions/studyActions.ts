/** Fitting, looking at levels, attacking, and other limits. */

import { batch } from '@preact/signals';
import type { Constraints } from '../../../study/constraints.ts';
import type { OrderInfo } from '../../engine/protocol.ts';
import { studyChoice } from '../choices.ts';
import { callable } from '../engineLink.ts';
import * as state from '../state.ts';
import { choose } from './choose.ts';
import { clearFit, clearStudy } from './clear.ts';
import { announce, during, theEngine } from './jobs.ts';

export async function fit(): Promise<void> {
  const choice = studyChoice(state.choices.value);
  if (!choice) return;
  const info = await during('look', 'fit', (tell) => theEngine().api.fit(choice, callable(tell)));
  if (!info) return;
  const { sensitive, response } = choice;
  batch(() => {
    clearFit();
    state.fitted.value = info;
    // of a large table the preview was of some rows; the fit has ordered the columns by all of its own
    if (info.order && isOfSome(state.order.value)) state.order.value = info.order;
    state.level.value = startLevel(info.levels, info.truncations);
    state.shown.value = [...sensitive, response, ...info.columns]
      .filter((name, place, all) => info.columns.includes(name) && all.indexOf(name) === place)
      .slice(0, 6);
  });
  announce(`The model is fitted. Levels 0 to ${info.tMax} can be looked at.`);
  await theEngine().api.look(
    state.level.value,
    callable((look) => {
      state.looks.value = new Map(state.looks.value).set(look.truncation, look);
    }),
  );
  // another table or fit may have come meanwhile
  if (state.fitted.value !== info) return;
  const [x, y] = [sensitive[0] ?? info.columns[0], response].filter((name) =>
    info.columns.includes(name),
  );
  if (x !== undefined && y !== undefined) await choosePair(x, y);
}

function isOfSome(order: OrderInfo | null): boolean {
  return order !== null && order.rows.used < order.rows.all;
}

/** In the middle, where something is to be seen. */
function startLevel(levels: readonly number[], truncations: readonly number[]): number {
  return truncations[Math.floor((truncations.length - 1) / 2)] ?? levels[0];
}

export async function choosePair(x: string, y: string): Promise<void> {
  state.pair.value = await theEngine().api.pair(x, y);
}

export async function attack(): Promise<void> {
  const choice = studyChoice(state.choices.value);
  if (!choice) return;
  const wasFitted = state.fitted.value !== null && !state.isFitOld.value;
  if (!wasFitted) await fit();
  clearStudy();
  const found = await during('release', 'study', (tell) =>
    theEngine().api.study(
      choice,
      callable(tell),
      callable((levels) => {
        state.partial.value = levels;
      }),
    ),
  );
  if (!found) return;
  batch(() => {
    state.study.value = found;
    const { truncation } = found.results.recommended;
    if (state.fitted.value?.levels.includes(truncation)) state.level.value = truncation;
  });
  announce(`The study is done: ${found.results.verdict.why}`);
}

/** Other limits: the verdict follows at once. */
export async function limit(constraints: Constraints): Promise<void> {
  choose({ constraints });
  state.files.value = null;
  if (!state.study.value) return;
  const found = await during('release', 'judge', (tell) =>
    theEngine().api.judge(
      constraints,
      callable(tell),
      callable((info) => {
        if (state.choices.value.constraints === constraints) state.study.value = info;
      }),
    ),
  );
  if (!found) return;
  state.study.value = found;
  announce(found.results.verdict.why);
}

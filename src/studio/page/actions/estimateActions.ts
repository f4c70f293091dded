/** How long a fit and a study are likely to take: asked for whenever nothing else is under way. */

import { effect } from '@preact/signals';
import type { StudyChoice } from '../../engine/protocol.ts';
import { studyChoice } from '../choices.ts';
import * as state from '../state.ts';
import { theEngine } from './jobs.ts';

export function startEstimating(): void {
  effect(() => {
    const choice = studyChoice(state.choices.value);
    // a fit shows how fast this machine is
    void state.fitted.value;
    if (choice && state.order.value && state.busy.value === null) void estimate(choice);
    else if (!choice) state.times.value = null;
  });
}

async function estimate(choice: StudyChoice): Promise<void> {
  const { value: asked } = state.choices;
  const found = await theEngine()
    .api.times(choice)
    // what is wrong with the choices, a fit says
    .catch(() => null);
  if (state.choices.value === asked) state.times.value = found;
}

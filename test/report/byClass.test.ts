/** The report of a study whose pairs differ between classes, and whose levels cut some columns alone. */

import { parseHTML } from 'linkedom';
import { beforeAll, describe, expect, test } from 'vitest';
import { truncate } from '../../src/model/truncate.ts';
import { keptPairs } from '../../src/report/keptPairs.ts';
import { nodeDocument } from '../../src/report/plots/nodeDocument.ts';
import { reportHtml } from '../../src/report/report.ts';
import { levelWords } from '../../src/study/levelWords.ts';
import { type StudyResult, study } from '../../src/study/study.ts';
import type { StudySettings } from '../../src/study/studySettings.ts';
import { tableFromColumns } from '../../src/table/tableFromColumns.ts';
import { isIndependence } from '../../src/vine/vine.ts';
import { Draw } from '../support/draw.ts';

const ROWS = 260;
const SMALL = 'rarely';

/** Two columns go together in one class and against each other in the next; a third is wider there. */
function hospital() {
  const draw = new Draw(9);
  const some = (scale = 1) => Array.from({ length: ROWS }, () => scale * draw.uniform());
  const place = some().map((_, i) => (i % 18 === 0 ? 2 : i % 2));
  const [pulse, weight, noise] = [some(), some(), some(0.2)];
  // more strongly in one than in the other, so that one copula for all finds something too
  const sign = place.map((own) => (own === 0 ? 1 : -0.2));
  return tableFromColumns({
    pulse,
    oxygen: pulse.map((x, i) => sign[i] * (x - 0.5) + noise[i]),
    spread: some().map((x, i) => (x - 0.5) * (place[i] === 0 ? 1 : 5)),
    weight,
    cost: weight.map((x, i) => x + noise[i]),
    ill: place.map((own) => ['no', 'yes', SMALL][own]),
  });
}

const settings: StudySettings = {
  response: 'ill',
  sensitive: ['cost'],
  schema: { columns: { ill: { type: 'nominal' } } },
  families: 'gaussian',
  levels: 'all',
  membership: 'none',
  sizes: {
    targets: { quantiles: [0.99], random: 1 },
    attribute: { iterations: 1, sets: 2 },
    utility: { sets: 2, trees: 10 },
  },
};

interface Shown {
  readonly found: StudyResult;
  readonly body: Document;
  readonly text: string;
}

async function shown(more: Partial<StudySettings> = {}): Promise<Shown> {
  const real = hospital();
  const found = await study(real, { ...settings, ...more });
  const page = reportHtml({ study: found, real, document: nodeDocument() });
  expect(page.match(/NaN|undefined|Infinity|\[object/)?.[0]).toBeUndefined();
  const body = parseHTML(page).document;
  return { found, body, text: body.querySelector('main')?.textContent ?? '' };
}

/** The cells of the table whose caption begins so, with its head. */
function cellsOf({ body }: Shown, caption: string): string[][] {
  const table = Array.from(body.querySelectorAll('table')).find((each) =>
    each.querySelector('caption')?.textContent?.startsWith(caption),
  );
  return Array.from(table?.querySelectorAll('tr') ?? []).map((row) =>
    Array.from(row.querySelectorAll('th, td')).map((cell) => cell.textContent ?? ''),
  );
}

let own: Shown;
let paper: Shown;
beforeAll(async () => {
  own = await shown();
  paper = await shown({ byClass: 'never', protect: 'table' });
}, 60_000);

describe('pairs that differ between classes', () => {
  test('the strongest stand in a table, with tau in each class', () => {
    const { model } = own.found;
    const [head, ...rows] = cellsOf(own, 'The 10 pairs that gain most');
    const few = cellsOf(own, 'Pairs that gain most');
    const [names, ...pairs] = rows.length > 0 ? [head, ...rows] : few;
    expect(names.slice(3, 6).sort()).toEqual(['ill = a smaller class', 'ill = no', 'ill = yes']);
    expect(pairs.length).toBe(
      Math.min(10, model.vine.edges.filter(({ classes }) => classes).length),
    );
    const gains = pairs.map((cells) => Number(cells[2].replace('−', '-')));
    expect([...gains].sort((a, b) => b - a)).toEqual(gains);
    const [pair, tree, gain, ...others] = pairs[0];
    expect(pair.split(', ').sort()).toEqual(['oxygen', 'pulse']);
    const edge = model.vine.edges.find(
      ({ a, b }) => pair === `${model.order[a]}, ${model.order[b]}`,
    );
    expect(Number(tree)).toBe(edge?.tree);
    expect(Number(gain)).toBeCloseTo((edge?.logLik ?? 0) - (edge?.sharedLogLik ?? 0), 1);
    const tau = (name: string) => Number(others[names.indexOf(name) - 3].replace('−', '-'));
    expect(tau('ill = no') * tau('ill = yes')).toBeLessThan(-0.1);
  });

  test('what it buys is the sum of the gains, and that of the table by tree', () => {
    const { edges } = own.found.model.vine;
    const gain = edges.reduce(
      (sum, { logLik, sharedLogLik }) =>
        sum + (sharedLogLik === undefined ? 0 : logLik - sharedLogLik),
      0,
    );
    expect(gain).toBeGreaterThan(20);
    expect(edges.some(({ sharedLogLik = 0 }) => sharedLogLik > 1)).toBe(true);
    const [, said] = own.text.match(/telling the classes apart gains ([\d.]+)\./) ?? [];
    expect(Number(said)).toBeCloseTo(gain, 0);
    const [, ...rows] = cellsOf(own, 'Pairs that differ between classes, by tree');
    const total = (column: number) => rows.reduce((sum, cells) => sum + Number(cells[column]), 0);
    expect(total(1)).toBe(edges.length);
    expect(total(2)).toBe(edges.filter(({ classes }) => classes).length);
    expect(total(3)).toBeCloseTo(gain, 0);
    expect(own.text).toContain('a distribution in each class in place of a pair copula with ill');
  });

  test('the name of a class that is too small for copulas of its own is not among them', () => {
    expect(own.body.querySelector('#vine')?.textContent).not.toContain(SMALL);
  });

  test('nothing of this where one copula serves all', () => {
    expect(paper.text).not.toContain('Pairs that differ between classes');
    expect(paper.text).toContain('Each pair has one copula for all rows.');
  });
});

describe('what a level cuts', () => {
  test('is said with the vine and in the methods; the first screen does without trees', () => {
    const { results } = own.found;
    expect(results.data.protected).toEqual(['cost', 'weight']);
    expect(levelWords(results)).toContain(
      'cuts only the sensitive column cost and the column related to it (weight): they keep their pairs in the first t trees',
    );
    expect(levelWords(results)).toContain('All other columns keep all their trees at every level.');
    for (const part of ['header', '.verdict', '.three', '.against']) {
      const words = own.body.querySelector(part)?.textContent ?? '';
      expect(words.length, part).toBeGreaterThan(20);
      expect(words, part).not.toMatch(/\b(trees?|vine|copulas?)\b/);
    }
    for (const id of ['vine', 'methods']) {
      expect(own.body.querySelector(`#${id}`)?.textContent, id).toContain(levelWords(results));
    }
    expect(own.body.querySelector('#methods')?.textContent).toContain('cutcost, weight');
  });

  test('is the whole table where this was asked for', () => {
    expect(paper.found.results.data.protected).toBeNull();
    for (const id of ['vine', 'methods']) {
      expect(paper.body.querySelector(`#${id}`)?.textContent, id).toContain(
        'Truncation at level t keeps the pairs of the first t trees and treats all later pairs',
      );
    }
    expect(paper.text).not.toContain('All other columns keep');
  });

  test('is counted in the table of pairs: those that depend on each other after the cut', () => {
    for (const { found, ...page } of [own, paper]) {
      const { model, results } = found;
      const [, ...rows] = cellsOf({ found, ...page }, 'Pairs that each level keeps and cuts');
      expect(rows.length).toBe(results.levels.length);
      const all = model.vine.edges.filter((edge) => !isIndependence(edge)).length;
      for (const [place, { truncation }] of results.levels.entries()) {
        const left = truncate(model, truncation).vine.edges.filter((edge) => !isIndependence(edge));
        expect(rows[place].slice(0, 3)).toEqual([
          ...[`t = ${truncation}`, `${left.length}`, `${all - left.length}`],
        ]);
      }
    }
  });

  test('the pairs that stay are those of other columns, or of early trees', () => {
    for (const { found } of [own, paper]) {
      const { model } = found;
      const protectedAt = model.order.map(
        (name) => !model.protected || model.protected.some((column) => column.name === name),
      );
      for (const truncation of [0, 1, 3]) {
        const expected = model.vine.edges.map((edge) => {
          const isCut = protectedAt[Math.min(edge.a, edge.b)] && edge.tree > truncation;
          return !isCut && !isIndependence(edge);
        });
        expect(keptPairs(model, truncation)).toEqual(expected);
      }
    }
  });

  test('pairs that the recommended level cuts are crossed out, both cells of each', () => {
    const { model, results } = own.found;
    const { truncation } = { ...results.recommended };
    const kept = keptPairs(model, truncation);
    const cut = model.vine.edges.filter((edge, i) => !kept[i] && !isIndependence(edge)).length;
    expect(own.body.querySelectorAll('#vine-trees g[aria-label="link"] path').length).toBe(2 * cut);
    expect(own.body.querySelector('#vine-trees')?.getAttribute('aria-label')).toContain(
      `t = ${truncation} cuts ${cut} of`,
    );
  });
});

test('the plot of the first screen says what the levels trade', () => {
  const { levels, recommended, verdict } = own.found.results;
  const [first, last] = [levels[0], levels[levels.length - 1]];
  expect(verdict.word).toBe('release-with-care');
  const choice = 'is recommended';
  const title = own.body.querySelector('#overview')?.getAttribute('aria-label') ?? '';
  expect(title).toMatch(
    new RegExp(
      `^From t = 1 to t = ${last.truncation} privacy goes from ${first.privacy.value.toFixed(2)} to ${last.privacy.value.toFixed(2)} and mean AUC from 0\\.\\d{3} to 0\\.\\d{3}; t = ${recommended.truncation} ${choice}$`,
    ),
  );
});

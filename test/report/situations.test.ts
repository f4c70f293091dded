/** Reports of studies that differ from the usual one: each says what is special, and nothing breaks. */

import { parseHTML } from 'linkedom';
import { beforeAll, describe, expect, test } from 'vitest';
import { nodeDocument } from '../../src/report/plots/nodeDocument.ts';
import { reportHtml } from '../../src/report/report.ts';
import { type StudyResult, study } from '../../src/study/study.ts';
import type { StudySettings } from '../../src/study/studySettings.ts';
import { readTable } from '../../src/table/readTable.ts';
import type { Table } from '../../src/table/table.ts';
import { Draw } from '../support/draw.ts';

const ROWS = 150;

/** Sizes that show everything once, in a second. */
const quick = {
  families: 'gaussian',
  levels: [1, 'full'],
  sizes: {
    targets: { quantiles: [0.99], random: 1 },
    attribute: { iterations: 2, sets: 2 },
    audit: { fits: 8, controls: false },
    membership: { iterations: 2, shadows: 2, setsPerShadow: 2, sets: 3, trees: 10 },
    utility: { sets: 2, trees: 20 },
  },
} as const;

/** Age, weight and cost as a person writes them; cost depends on weight. */
const draw = new Draw(11);
const numbers = (spread = 1) =>
  Array.from({ length: ROWS }, () => spread * (draw.uniform() + draw.uniform() + draw.uniform()));
const [age, weight] = [numbers(20), numbers(30)];
const cost = weight.map((x) => 3 * x + 20 * draw.uniform());
const written = (values: readonly number[]) => values.map((value) => value.toFixed(4));
const base = { age: written(age), weight: written(weight), cost: written(cost) };
const died = age.map((x, i) => (x + 0.3 * weight[i] > 43 ? 'yes' : 'no'));

async function tableOf(columns: Readonly<Record<string, readonly string[]>>): Promise<Table> {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = Array.from({ length: ROWS }, (_, row) =>
    Object.values(columns).map((column) => quoted(column[row])),
  );
  const text = [Object.keys(columns).map(quoted), ...lines]
    .map((line) => line.join(','))
    .join('\n');
  return readTable(new TextEncoder().encode(text));
}

interface Situation {
  readonly real: Table;
  readonly found: StudyResult;
  readonly page: string;
  readonly body: Document;
  readonly text: string;
}

async function situation(
  columns: Readonly<Record<string, readonly string[]>>,
  settings: Partial<StudySettings> & Pick<StudySettings, 'response'>,
): Promise<Situation> {
  const real = await tableOf(columns);
  return rendered(real, await study(real, { ...quick, ...settings } as StudySettings));
}

function rendered(real: Table, found: StudyResult): Situation {
  const page = reportHtml({ study: found, real, document: nodeDocument() });
  const body = parseHTML(page).document;
  return { real, found, page, body, text: body.querySelector('main')?.textContent ?? '' };
}

/** What every report owes its reader. */
function checkWhole({ real, body, page, text }: Situation): void {
  expect(page.match(/NaN|undefined|Infinity|\[object/)?.[0]).toBeUndefined();
  expect(text.match(/\bnull\b/)?.[0]).toBeUndefined();
  const ids = Array.from(body.querySelectorAll('[id]')).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const figure of Array.from(body.querySelectorAll('figure'))) {
    expect(figure.querySelector('svg')?.getAttribute('aria-label')?.length).toBeGreaterThan(10);
    expect(figure.querySelector('svg desc')?.textContent?.length).toBeGreaterThan(30);
    expect(figure.querySelectorAll('table tbody tr').length).toBeGreaterThan(0);
  }
  expect(body.querySelectorAll('.three > div').length).toBe(3);
  expect(text).toContain('not differential privacy');
  // cells have four decimals, as no figure of that size on the page has
  const printed = new Set(page.match(/\d+\.\d{4}/g));
  for (const column of real.columns) {
    if (column.kind !== 'numeric') continue;
    const cells = Array.from(column.values, (value) => value.toFixed(4));
    expect(
      cells.filter((cell) => printed.has(cell)),
      column.name,
    ).toEqual([]);
  }
}

const has = ({ body }: Situation, id: string) => body.getElementById(id) !== null;

describe('a sensitive category, and a response of three classes', () => {
  let shown: Situation;
  beforeAll(async () => {
    shown = await situation(
      {
        ...base,
        ward: weight.map((x) => (x < 38 ? 'east' : x < 50 ? 'west' : 'north')),
        stage: age.map((x) => (x < 25 ? 'early' : x < 35 ? 'middle' : 'late')),
      },
      { response: 'stage', sensitive: ['ward'], membership: 'none' },
    );
  }, 120_000);

  test('guesses of the category are drawn and told, against the most frequent level', () => {
    checkWhole(shown);
    for (const id of ['right-0', 'rate-tradeoff-0']) expect(has(shown, id), id).toBe(true);
    for (const id of ['mab-0', 'mse-0', 'wcab-0', 'coefficients'])
      expect(has(shown, id)).toBe(false);
    const [card] = Array.from(shown.body.querySelectorAll('.three > div'));
    expect(card.textContent).toMatch(/An attacker who knows everything else .* guesses ward right/);
    expect(shown.text).toContain('Share of right guesses of ward');
  });

  test('all classes stand in the histogram of the response', () => {
    const place = shown.real.columns.findIndex(({ name }) => name === 'stage');
    const words = shown.body.querySelector(`#margin-${place} desc`)?.textContent ?? '';
    for (const level of ['early', 'middle', 'late']) expect(words).toContain(level);
    expect(shown.text).toMatch(/At the level of the verdict the AUC is [01]\.\d{3}/);
  });
});

describe('a numeric response, dates, identifiers, and no membership attack', () => {
  const canary = '1931-05-17';
  const noted = (i: number) => `seen by nurse ${i} on the way to room ${(7 * i) % 31}`;
  let shown: Situation;
  beforeAll(async () => {
    const day = (i: number) => new Date(Date.UTC(2019, 0, 1 + 5 * i)).toISOString().slice(0, 10);
    shown = await situation(
      {
        patient: age.map((_, i) => `P-${1000 + 37 * i}`),
        note: age.map((_, i) => noted(i)),
        ...base,
        admitted: age.map((_, i) => (i === 40 ? canary : day(i))),
        died,
      },
      { response: 'age', sensitive: ['cost'], membership: 'none' },
    );
  }, 120_000);

  test('the score is R², and nothing is said to be known of members', () => {
    checkWhole(shown);
    const [, members, use] = Array.from(shown.body.querySelectorAll('.three > div'));
    expect(use.textContent).toMatch(/R2 -?\d\.\d{3}/);
    expect(members.textContent).toContain('was not measured');
    expect(shown.text).toContain(
      'Membership was not attacked, so the risk of membership inference is unknown',
    );
    for (const id of ['membership-tradeoff', 'privacy-gain']) expect(has(shown, id)).toBe(false);
    expect(shown.text).toContain('Root mean squared error (lower is better)');
  });

  test('dates are counted from days that are nobody’s, and an early one does not show', () => {
    const place = shown.real.columns.findIndex(({ name }) => name === 'admitted');
    const words = shown.body.querySelector('#margins')?.textContent ?? '';
    expect(place).toBeGreaterThan(0);
    expect(words).toMatch(/from 20(19|20)-\d\d-\d\d/);
    expect(shown.page.includes('1931')).toBe(false);
  });

  test('identifiers and free text are named as not shown, and no cell of theirs is', () => {
    expect(shown.text).toContain(
      'Not shown, because they are identifiers or free text: patient, note.',
    );
    for (let i = 0; i < ROWS; i++) {
      expect(shown.page.includes(`P-${1000 + 37 * i}<`)).toBe(false);
      expect(shown.page.includes(noted(i))).toBe(false);
    }
  });
});

describe('no sensitive column', () => {
  test('membership alone is told', async () => {
    const shown = await situation(
      { ...base, died },
      { response: 'died', membership: 'both', membershipLevels: 'all' },
    );
    checkWhole(shown);
    for (const id of ['attribute', 'coefficients', 'mab-0']) expect(has(shown, id), id).toBe(false);
    for (const id of ['privacy-gain', 'membership-tradeoff']) expect(has(shown, id), id).toBe(true);
    expect(shown.text).toContain('No column was named as sensitive');
  });
});

describe('limits that no level keeps, hostile names, failed checks', () => {
  const hostile = '<script>alert("cost")</script>';
  const answer = '</title><b onclick=1>died & gone';
  let shown: Situation;
  beforeAll(async () => {
    const { cost: _, ...others } = base;
    shown = await situation(
      { ...others, [hostile]: base.cost, [answer]: died },
      {
        response: answer,
        sensitive: [hostile],
        compare: ['independent'],
        membership: 'both',
        constraints: { maxMr2: 0, minAuc: 1.9, maxAdvantage: 0 },
      },
    );
  }, 120_000);

  test('the nearest level is no recommendation, and every limit is told of every level', () => {
    checkWhole(shown);
    const { recommended, levels } = shown.found.results;
    expect(recommended.satisfied).toBe(false);
    expect(shown.body.querySelector('.verdict .word')?.textContent).toContain('Do not release');
    expect(shown.text).not.toContain('is recommended');
    const limits = shown.body.querySelector('#limits');
    for (const { words } of shown.found.results.limits)
      expect(limits?.textContent).toContain(words);
    const tables = Array.from(limits?.querySelectorAll('table') ?? []);
    expect(tables[1].querySelectorAll('tbody tr').length).toBe(levels.length);
    const judged = levels.find(({ truncation }) => truncation === recommended.truncation)?.judged;
    const words = { safe: 'within', unclear: 'unclear', unsafe: 'BEYOND' };
    expect(judged?.judged).not.toBe('safe');
    expect(
      Array.from(tables[0].querySelectorAll('[data-label="judged"]'), (cell) => cell.textContent),
    ).toEqual(judged?.figures.map((figure) => words[figure.judged]));
    // nobody reaches an AUC of 1.9
    expect(limits?.textContent).toMatch(/t = 1: BEYOND: /);
    for (const { verdicts } of levels) {
      for (const { words } of verdicts) expect(limits?.textContent).toContain(words);
    }
  });

  test('names are text everywhere, in plots and their tables too', () => {
    expect(shown.page).not.toContain('<script');
    expect(shown.page).not.toContain('<b onclick');
    expect(shown.body.querySelectorAll('script, b[onclick]').length).toBe(0);
    expect(shown.body.querySelector('title')?.textContent).toContain(answer);
    expect(shown.text).toContain(hostile);
  });

  test('failed checks come first and forbid the release', () => {
    const { results } = shown.found;
    const [first, ...others] = results.checks;
    const checks = [{ ...first, passed: false, found: 3, allowed: 0 }, ...others];
    const failed = rendered(shown.real, { ...shown.found, results: { ...results, checks } });
    checkWhole(failed);
    expect(failed.body.querySelector('.sheet')?.textContent).toContain(
      `1 of ${checks.length} FAILED: ${first.name}`,
    );
    expect(failed.body.querySelector('#checks')?.textContent).toContain('FAILED');
    expect(shown.body.querySelector('#checks')?.textContent).not.toContain('FAILED');
  });
});

describe('sixty columns', () => {
  test('the page stays small enough to open, and names can be read', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 57 }, (_, j) => [
        `measurement_${j}`,
        written(age.map((x) => 100 + (j % 5 === 0 ? x : 0) + 30 * draw.uniform())),
      ]),
    );
    const real = await tableOf({ ...base, ...many, died });
    const found = await study(real, {
      ...quick,
      ...{ response: 'died', sensitive: ['cost'], membership: 'none' },
      sizes: {
        ...quick.sizes,
        attribute: { iterations: 1, sets: 1 },
        utility: { sets: 1, trees: 5 },
      },
    });
    // as if all levels had been studied
    const { results } = found;
    const last = results.levels[results.levels.length - 1].truncation;
    const levels = Array.from({ length: last }, (_, i) => ({
      ...results.levels[i === last - 1 ? 1 : 0],
      truncation: i + 1,
    }));
    const shown = rendered(real, { ...found, results: { ...results, levels } });
    checkWhole(shown);
    expect(shown.page.length).toBeLessThan(3_500_000);
    expect(shown.text).toMatch(/\b9 of 60 levels are shown\./);
    expect(shown.text).toMatch(/\b12 of 60 levels are shown\./);
    expect(shown.body.querySelectorAll('[id^="margin-"]').length).toBeGreaterThan(60);
    const names = Array.from(shown.body.querySelectorAll('#kendall text')).map(
      (t) => t.textContent,
    );
    expect(names).toContain('measurement_7');
  });
});

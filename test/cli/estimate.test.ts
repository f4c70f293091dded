import { expect, test } from 'vitest';
import { estimateInWords, estimateStudy, secondsOf } from '../../src/cli/estimate.ts';
import { resolveStudy } from '../../src/study/resolveStudy.ts';
import type { StudySettings } from '../../src/study/studySettings.ts';
import { type StageWork, studyWork } from '../../src/study/studyWork.ts';
import { Draw } from '../support/draw.ts';
import { numericTable } from '../support/numericTable.ts';

test('in words', () => {
  const words = (seconds: number, most = seconds, megabytes = 260) =>
    estimateInWords({ seconds, most, megabytes }, 2);
  expect(words(13.2)).toBe('about 15 s on 2 threads, about 300 MB of memory');
  expect(words(118)).toBe('about 2 min on 2 threads, about 300 MB of memory');
  expect(words(140)).toContain('about 2 min 30 s on');
  expect(words(5200, 5300, 1840)).toBe('about 1 h 30 min on 2 threads, about 1.8 GB of memory');
  expect(words(118, 236)).toContain('(4 min if lower levels must be attacked too)');
  expect(estimateInWords({ seconds: 1, most: 1, megabytes: 100 }, 1)).toContain('5 s on 1 thread,');
});

test('costs count for what they are costs of, and threads share what they can', () => {
  const base = { stage: 'x', certain: true, work: 0, fitted: 0, drawn: 0, other: 0, shared: true };
  const seconds = (stage: Partial<StageWork>, costs = {}, threads = 1) =>
    secondsOf([{ ...base, ...stage }], { fits: 1, draws: 1, other: 1, ...costs }, threads) -
    secondsOf([], { fits: 1, draws: 1, other: 1 }, threads);
  expect(seconds({ drawn: 6 })).toBeCloseTo(6);
  expect(seconds({ drawn: 6 }, { draws: 2 }, 3)).toBeCloseTo(4);
  expect(seconds({ other: 6, shared: false }, {}, 3)).toBeCloseTo(6);
  expect(seconds({ fitted: 1e6 }, { fits: 3 })).toBeCloseTo(3 * seconds({ fitted: 1e6 }));
});

const draw = new Draw(1);
const columnsOf = (rows: number) => {
  const column = () => draw.column(rows, () => draw.uniform());
  const [a, b, c] = [column(), column(), column()];
  return { a, b, c, y: a.map((x) => (x > 0.5 ? 1 : 0)) };
};
const table = numericTable(columnsOf(200));
const settings: StudySettings = { response: 'y', sensitive: ['b'], preset: 'quick' };

test('more of anything is more work', () => {
  const total = (more: Partial<StudySettings> = {}, of = table) =>
    studyWork(resolveStudy(of, { ...settings, ...more })).reduce((sum, { work }) => sum + work, 0);
  const usual = total();
  expect(total({ preset: 'standard' })).toBeGreaterThan(2 * usual);
  expect(total({ preset: 'paper' })).toBeGreaterThan(total({ preset: 'standard' }));
  expect(total({ compare: ['rvine'] })).toBeGreaterThan(1.3 * usual);
  expect(total({ membership: 'none' })).toBeLessThan(usual);
  expect(total({}, numericTable(columnsOf(600)))).toBeGreaterThan(1.5 * usual);
  const stagesOf = (membership?: StudySettings['membership']) =>
    studyWork(
      resolveStudy(table, { ...settings, compare: ['copy'], ...(membership && { membership }) }),
    )
      .map(({ stage }) => stage)
      .filter((stage) => !stage.includes(':'));
  const [before, after] = [
    ['order', 'fit', 'attribute'],
    ['utility', 'fidelity'],
  ];
  expect(stagesOf()).toEqual([...before, 'membership audit', ...after]);
  expect(stagesOf('paper')).toEqual([
    ...[...before, 'membership', 'membership at lower levels', ...after],
  ]);
});

test('a table that a few rows of cannot be fitted has an estimate too', async () => {
  const { signal } = new AbortController();
  const found = await estimateStudy(table, settings, signal);
  expect(found.seconds).toBeGreaterThan(1);
  expect(found.seconds).toBeLessThan(600);
  expect(found.most).toBeGreaterThanOrEqual(found.seconds);
  // the response is 1 in the last rows alone, so that nearly all of few rows have the same
  const rare = numericTable({ ...columnsOf(3000), y: new Float64Array(3000).fill(1, 2960) });
  expect((await estimateStudy(rare, settings, signal)).seconds).toBeGreaterThan(1);
});

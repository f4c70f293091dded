/** Other generators beside the vine. */

import { describe, expect, test } from 'vitest';
import { playedOn } from '../../src/study/playedOn.ts';
import { resolveStudy } from '../../src/study/resolveStudy.ts';
import { study } from '../../src/study/study.ts';
import type { StudySettings } from '../../src/study/studySettings.ts';
import { studyWork } from '../../src/study/studyWork.ts';
import { Draw } from '../support/draw.ts';
import { numericTable } from '../support/numericTable.ts';

const draw = new Draw(3);
const column = () => draw.column(120, () => draw.uniform() + draw.uniform());
const [age, lab] = [column(), column()];
const table = numericTable(
  {
    age,
    lab,
    cost: age.map((x) => x + draw.uniform()),
    died: lab.map((x) => (x + draw.uniform() > 1.5 ? 1 : 0)),
  },
  4,
);

const small: StudySettings = {
  response: 'died',
  sensitive: ['cost'],
  families: 'gaussian',
  levels: [1],
  sizes: {
    targets: { quantiles: [0.01, 0.99], random: 2 },
    attribute: { iterations: 3, sets: 2 },
    audit: { fits: 8, controls: false },
    membership: { iterations: 4, shadows: 4, setsPerShadow: 2, sets: 2, trees: 10 },
    utility: { sets: 2, trees: 20 },
  },
};

describe('generators that are no vines', () => {
  const generators = {
    privbayes: { ranges: 'data' },
    privpgd: { ranges: 'data', particles: 100, epochs: 2, projectionSteps: 5 },
    ctgan: { epochs: 1, batch: 40, generator: [8], discriminator: [8, 8] },
    tvae: { epochs: 1, batch: 50, latent: 2, compress: [8, 8], decompress: [8, 8] },
  } as const;

  test('are measured like the vine, and say what they do not promise', async () => {
    const { results } = await study(table, {
      ...small,
      membership: 'both',
      compare: ['privbayes-5', 'privpgd', 'ctgan', 'tvae'],
      generators,
    });
    expect(results.compare.map(({ generator }) => generator)).toEqual([
      ...['privbayes-5', 'privpgd', 'ctgan', 'tvae'],
    ]);
    for (const { aia, mia, membershipAudit, utility, fidelity, score } of results.compare) {
      expect(aia.cost).toMatchObject({ wcab: expect.any(Number) });
      expect(mia?.privacyGain.median).toEqual(expect.any(Number));
      expect(membershipAudit?.scores.refit?.auc.estimate).toEqual(expect.any(Number));
      expect(utility.auc?.values).toHaveLength(2);
      expect(fidelity.authenticity).toEqual(expect.any(Number));
      expect(score).toEqual(expect.any(Number));
    }
    expect(results.settings.generators).toEqual(generators);
    const notes = results.notes.join('\n');
    expect(notes).toMatch(/privbayes-5, privpgd: .*no guarantee/i);
    expect(notes).toContain(
      'privpgd, ctgan, tvae: It is slow to fit, so 5 of 5 people were attacked',
    );
    // what holds for the vine as well is said once
    for (const said of ['Fidelity: ', 'Membership attack: ']) {
      const all = results.notes.filter((note) => note.includes(said));
      const texts = all.map((note) => note.slice(note.indexOf(said)));
      expect(new Set(texts).size).toBe(texts.length);
    }
  }, 60_000);

  test('a private one wants its ranges declared, and the error names a column', async () => {
    await expect(study(table, { ...small, compare: ['privbayes'] })).rejects.toThrow(
      /'?(age|lab|cost)'?.*(min and max|range)/,
    );
  });

  test('what is declared is public, and what is detected is not', async () => {
    const range = { type: 'continuous', min: 0, max: 5 };
    const schema = {
      columns: {
        ...{ age: range, lab: range, cost: range },
        died: { type: 'boolean', levels: ['0', '1'] },
      },
    };
    const { results } = await study(table, { ...small, schema, compare: ['privbayes-1'] });
    expect(results.notes.join('\n')).not.toMatch(/privbayes-1: .*void/i);
    expect(results.compare).toHaveLength(1);
  }, 30_000);
});

describe('slow generators', () => {
  const resolved = resolveStudy(table, { ...small, compare: ['ctgan', 'rvine'] });

  test('are guessed from less often, and on no more people than can be told of', () => {
    const played = playedOn('ctgan', resolved);
    expect(resolved.targets).toHaveLength(5);
    expect(played.targets).toHaveLength(5);
    expect(played.sizes.attribute).toMatchObject({ iterations: 2, sets: 2 });
    expect(played.sizes.membership).toEqual(resolved.sizes.membership);
    expect(playedOn('rvine', resolved)).toBe(resolved);
  });

  test('but with the sizes of the paper as often as the others', () => {
    const paper = { ...resolved, preset: 'paper' as const };
    expect(playedOn('ctgan', paper)).toBe(paper);
  });

  test('count in what is foreseen', () => {
    const seconds = (name: string) =>
      studyWork(resolved)
        .filter(({ stage }) => stage.startsWith(`${name}: `))
        .reduce((sum, { work }) => sum + work, 0);
    expect(seconds('ctgan')).toBeGreaterThan(10 * seconds('rvine'));
  });
});

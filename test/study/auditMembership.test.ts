/** The membership audit as a part of a study. */

import { describe, expect, test } from 'vitest';
import { fit as fitModel, orderTable } from '../../src/index.ts';
import { protectedIn } from '../../src/model/protection.ts';
import { auditMembership, MEMBERSHIP_AUDIT } from '../../src/study/auditMembership.ts';
import { auditWork } from '../../src/study/auditWork.ts';
import { generatorSettings } from '../../src/study/compareGenerator.ts';
import { resolveStudy } from '../../src/study/resolveStudy.ts';
import type { StudySettings } from '../../src/study/studySettings.ts';
import { subjectOf } from '../../src/study/subject.ts';
import { vineShape } from '../../src/study/vineShape.ts';
import type { Counts, StageControls } from '../../src/work/stages.ts';
import { records } from '../measures/membershipAudit/tables.ts';
import { memoryStore } from '../support/memoryStore.ts';

const table = records(150);
const settings: StudySettings = {
  response: 'y',
  sensitive: ['x0'],
  families: 'gaussian',
  byClass: 'never',
  protect: 'table',
  sizes: { audit: { fits: 8 } },
};
const study = resolveStudy(table, settings);
const { order } = await orderTable(study.raw.train, study.fit);
const told = { ...study.fit, order: order.order, protect: protectedIn(order), truncation: 3 };
const model = await fitModel(study.raw.train, { ...told, schema: study.raw.schema });
const subject = subjectOf(study, told, model, [1, 3]);
const quiet: StageControls = { tell: () => {} };

describe('the vine of a study', async () => {
  const store = memoryStore();
  const progress: Counts[] = [];
  const tell = (stage: string, counts: Counts) => {
    expect(stage).toBe(MEMBERSHIP_AUDIT);
    progress.push(counts);
  };
  const found = await auditMembership(study, subject, { tell, store });

  test('is audited at each level, for the rows that will be released', () => {
    expect(found.levels.map(({ truncation }) => truncation)).toEqual([1, 3]);
    expect(found).toMatchObject({
      trained: 60,
      drawn: 75,
      release: { trained: 120, rows: 150 },
      failures: [],
    });
    for (const { judge, people, fits, scores, oneShot } of found.levels) {
      expect({ judge, people, fits }).toEqual({ judge: 'refit', people: 120, fits: 8 });
      expect(Object.keys(scores)).toEqual(['refit', 'near', 'nearRanks', 'kernel', 'model']);
      expect(oneShot?.rows).toBe(30);
    }
  });

  test('beside what copies, a tenth of copies, an unrelated table and margins alone give away', () => {
    expect(found.controls.map(({ name }) => name)).toEqual([
      'copy',
      'partial-copy',
      'unrelated',
      'independent',
    ]);
    expect(found.controls[0].passed).toBe(true);
    expect(found.controls[2].passed).toBe(true);
  });

  test('progress counts fits of the vine and of the controls', () => {
    expect(progress[0]).toEqual({ done: 0, total: 1 });
    expect(progress.at(-1)).toMatchObject({ done: 40, total: 40 });
  });

  test('goes on where it was stopped, and gives the same', async () => {
    const pieces = memoryStore();
    const controller = new AbortController();
    const stop = (_: string, { done }: Counts) => {
      if (done === 5) controller.abort(new Error('enough'));
    };
    const { signal } = controller;
    await expect(
      auditMembership(study, subject, { tell: stop, store: pieces, signal }),
    ).rejects.toThrow('enough');
    let kept = 0;
    const again = await auditMembership(study, subject, {
      tell: (_, counts) => {
        kept = Math.max(kept, counts.kept ?? 0);
      },
      store: pieces,
    });
    expect(kept).toBeGreaterThanOrEqual(4);
    expect(again).toEqual(found);
    // what is done is not done again
    expect(await auditMembership(study, subject, { tell: () => {}, store })).toEqual(found);
  });
});

test('a competitor is audited without controls, and without a density of its own', async () => {
  const competitor = {
    ...{ generator: 'copy' as const, levels: ['full' as const], repeatsCells: true },
    fitted: subject.fitted,
    settings: generatorSettings(told, study),
    draw: subject.draw,
  };
  const { controls, levels } = await auditMembership(study, competitor, quiet);
  expect(controls).toEqual([]);
  expect(Object.keys(levels[0].scores)).not.toContain('model');
  expect(levels[0].scores.near?.auc.estimate).toBeGreaterThan(0.95);
});

test('a first look has fewer fits and no controls', () => {
  const { sizes } = resolveStudy(table, { ...settings, sizes: {}, preset: 'quick' });
  expect(sizes.audit).toEqual({ fits: 12, controls: false });
});

test('the work is foreseen: rows, fits, and more for more people and levels', () => {
  const shape = vineShape(study);
  const work = auditWork(study, shape, [1, 3], true);
  expect(work).toMatchObject({ fits: 8, trained: 60, rows: 75 });
  expect(auditWork(study, shape, [1], true).other).toBeLessThan(work.other);
  expect(auditWork(study, shape, [1, 3], false).other).toBeLessThan(work.other);
});

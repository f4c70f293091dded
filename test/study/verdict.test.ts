import { describe, expect, test } from 'vitest';
import type { ControlAudit } from '../../src/measures/membershipAudit/controls.ts';
import type { LevelAudit } from '../../src/measures/membershipAudit/levelAudit.ts';
import { effectiveNumbers, foreseenAuc } from '../../src/measures/membershipAudit/release.ts';
import type { Interval } from '../../src/numerics/intervals.ts';
import { judgeLevel } from '../../src/study/judgeLevel.ts';
import { limitsOf } from '../../src/study/limits.ts';
import type { RiskFigures } from '../../src/study/riskFigures.ts';
import { rowsWithin } from '../../src/study/rowsWithin.ts';
import { type VerdictCase, verdictOf } from '../../src/study/verdict.ts';

const between = (low: number, high: number): Interval => ({
  estimate: (low + high) / 2,
  low,
  high,
  level: 0.95,
});

/** A level by hand: how well densities tell members, and what of cost is explained. */
function risksOf(auc: Interval, explained = between(0, 0.03)): RiskFigures {
  return {
    numbers: [{ name: 'cost', inTable: explained, heldOut: between(0, 0.02), real: 0.8 }],
    categories: [],
    audit: { attackers: [{ by: 'density', auc }], beyondMargins: null, isAnybodyRecognised: false },
    copies: { found: 0, allowed: 0, rows: 500 },
  };
}

function auditOf(table: Interval, model?: Interval): LevelAudit {
  const scores = { refit: { atRelease: table }, ...(model && { model: { atRelease: model } }) };
  return { judge: 'refit', scores } as unknown as LevelAudit;
}

const check = (passed: boolean) => ({
  ...{ name: 'real-extremes', passed, found: passed ? 0 : 2, allowed: 0, note: 'columns' },
});

interface Hand extends Partial<Omit<VerdictCase, 'figures' | 'chosen' | 'audit'>> {
  readonly auc?: Interval;
  readonly explained?: Interval;
  readonly model?: Interval;
}

const SAFE = between(0.55, 0.57);
const RELEASE = { trained: 800, rows: 1000 };

function verdict({ auc = SAFE, explained, model, ...given }: Hand) {
  const risks = risksOf(auc, explained);
  const { limits = limitsOf({}) } = given;
  return verdictOf({
    isFirstLook: false,
    truncation: 5,
    chosen: { judged: judgeLevel(risks, limits), verdicts: [] },
    checks: [check(true)],
    controls: [],
    audit: auditOf(auc, model),
    release: RELEASE,
    limits,
    isForced: false,
    against: [],
    ...given,
    figures: {
      risks,
      response: 'died',
      utility: { score: 'auc', found: 0.78, real: 0.8, kept: 0.93 },
      likeness: {
        kendallDifference: {
          meanAbsolute: 0.02,
          largest: { names: ['cost', 'age'], real: 0.5, synthetic: 0.1, difference: 0.4 },
        },
        detectionAuc: between(0.5, 0.56),
        marginOverlap: 0.92,
      },
    },
  });
}

describe('the word', () => {
  test('release: a safe level and a table that passes its checks', () => {
    expect(verdict({})).toMatchObject({
      word: 'release',
      truncation: 5,
      against: [],
      forced: false,
    });
  });

  test('with care: not everything is certain, and it says what', () => {
    const found = verdict({ auc: between(0.58, 0.62) });
    expect(found.word).toBe('release-with-care');
    expect(found.against[0]).toContain('Not certain: A well-informed attacker');
    expect(found.why).toContain('at most 62 %; the limit is 60 %');
  });

  test('do not release: beyond a limit, or a check that failed', () => {
    const found = verdict({ explained: between(0.4, 0.5) });
    expect(found.word).toBe('do-not-release');
    expect(found.why).toContain('explains 45 % of the variance of cost, at most 50 %');
    const failed = verdict({ checks: [check(false)] });
    expect(failed.word).toBe('do-not-release');
    expect(failed.why).toContain('Check real-extremes: found 2, allowed 0');
  });

  test('checks that are to be read do not decide', () => {
    const toRead = { ...check(false), allowed: null };
    expect(verdict({ checks: [toRead] }).word).toBe('release');
  });

  test('a first look is never more than that', () => {
    expect(verdict({ isFirstLook: true }).word).toBe('first-look');
    expect(verdict({ isFirstLook: true, auc: between(0.58, 0.62) }).word).toBe('first-look');
    expect(verdict({ isFirstLook: true, auc: between(0.7, 0.8) }).word).toBe('do-not-release');
  });

  test('an attack that does not see its controls leaves doubt', () => {
    const control = (name: string, passed: boolean) =>
      ({ name, passed }) as unknown as ControlAudit;
    const found = verdict({ controls: [control('copy', false), control('unrelated', true)] });
    expect(found.word).toBe('release-with-care');
    expect(found.against.join()).toContain("did not see the copies of the control 'copy'");
  });

  test('force changes no word', () => {
    expect(verdict({ isForced: true })).toMatchObject({ word: 'release', forced: false });
    expect(verdict({ isForced: true, auc: between(0.7, 0.8) })).toMatchObject({
      word: 'do-not-release',
      forced: true,
    });
  });
});

test('three sentences: the number, then what it means', () => {
  const { sentences } = verdict({});
  expect(sentences.attribute).toBe(
    'An attacker who knows everything else about a person explains 2 % of the variance of cost for people in the table and 1 % for others, at most 3 %; real rows would explain 80 %.',
  );
  expect(sentences.membership).toBe(
    'A well-informed attacker is right 56 % of the time about which of two people is in the table (a coin: 50 %), at most 57 %.',
  );
  expect(sentences.use).toBe(
    "Models that learn to predict died from it keep 93 % of what real rows teach (AUC 0.780; 0.800 with real rows). Of the table as a whole, columns overlap with the real ones by 92 %, and Kendall's tau of pairs is off by 0.020 on average, at most 0.40 (cost and age); a model tells a synthetic row from a real one in 53 % of pairs (50 % is best).",
  );
});

describe('the model file is judged apart', () => {
  test('it may give away too much although the table does not', () => {
    const found = verdict({ model: between(0.63, 0.65) });
    expect(found.word).toBe('release');
    expect(found.model.word).toBe('do-not-release');
    expect(found.model.why).toContain('Keep model.json to yourself');
  });

  test('within the limit it is released with the table', () => {
    expect(verdict({ model: between(0.56, 0.59) }).model.word).toBe('release');
    expect(verdict({ model: between(0.58, 0.62) }).model.word).toBe('release-with-care');
  });

  test('where nobody looked at it, it stays', () => {
    const { model } = verdict({});
    expect(model.word).toBe('do-not-release');
    expect(model.why).toContain('was not measured');
  });

  test('never before the table', () => {
    const found = verdict({ auc: between(0.7, 0.8), model: between(0.5, 0.51) });
    expect(found.model.word).toBe('do-not-release');
  });
});

describe('advice works when followed', () => {
  test('so many synthetic rows keep the limit by the law, a tenth more would not', () => {
    const rows = rowsWithin(auditOf(between(0.6, 0.62)), RELEASE, 0.6) as number;
    const population = { trained: 800, people: Infinity, reference: Infinity };
    const p = effectiveNumbers(0.62, { ...population, drawn: 1000 });
    expect(rows).toBeGreaterThan(300);
    expect(foreseenAuc(p, { ...population, drawn: rows })).toBeLessThanOrEqual(0.6);
    expect(foreseenAuc(p, { ...population, drawn: 1.1 * rows })).toBeGreaterThan(0.6);
    expect(verdict({ auc: between(0.6, 0.62) }).against.join()).toContain(`--rows ${rows}`);
  });

  test('nothing is advised that would not help', () => {
    expect(rowsWithin(auditOf(between(0.9, 1)), RELEASE, 0.6)).toBeNull();
    expect(rowsWithin(auditOf(between(0.84, 0.85)), RELEASE, 0.6)).toBeNull();
    expect(verdict({ auc: between(0.84, 0.85) }).against.join()).toContain('more people');
  });
});

describe('a promise of differential privacy', () => {
  const promise = { epsilon: 1, delta: 1e-5, mu: 0.2681, holds: true, statement: 'private' };

  test('bounds the model file, and says what it does not cover', () => {
    const found = verdict({ auc: between(0.5, 0.52), promise });
    expect(found.word).toBe('release');
    expect(found.model).toMatchObject({ word: 'release' });
    expect(found.model.why).toContain('at most 58 % of the time');
    expect(found.sentences.membership).toContain('more than 57.5 % of the time');
    expect(found.against.join()).toContain('not covered by the guarantee');
    expect(found.against.join()).toContain('choice of the level');
    const given = verdict({ auc: between(0.5, 0.52), promise, isLevelChosen: false });
    expect(given.against.join()).not.toContain('choice of the level');
  });

  test('a bound beyond the limit leaves the model file with care', () => {
    const found = verdict({ auc: between(0.5, 0.52), promise: { ...promise, mu: 1.1212 } });
    expect(found.word).toBe('release');
    expect(found.model.word).toBe('release-with-care');
    expect(found.model.why).toContain('at most 79 %');
  });

  test('that does not hold is never a plain release', () => {
    const statement = 'THERE IS NO GUARANTEE of differential privacy.';
    const found = verdict({
      auc: between(0.5, 0.52),
      promise: { ...promise, holds: false, statement },
    });
    expect(found.word).toBe('release-with-care');
    expect(found.why).toContain(statement);
    expect(found.against[0]).toBe(statement);
  });

  test('that the audit refutes is a reason not to release', () => {
    const scores = { refit: { auc: between(0.58, 0.59), atRelease: between(0.5, 0.52) } };
    const audit = { judge: 'refit', scores } as unknown as LevelAudit;
    const found = verdict({ auc: between(0.5, 0.52), promise, audit } as Hand);
    expect(found.word).toBe('do-not-release');
    expect(found.why).toContain('better than differential privacy with epsilon 1 allows');
  });
});

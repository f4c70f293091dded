import { describe, expect, test } from 'vitest';
import { choose, type LevelFigures } from '../../src/study/choose.ts';
import { privacyScore, utilityScore } from '../../src/study/privacyScore.ts';

interface Hand {
  readonly mab?: number;
  readonly mr2?: number;
  readonly attacker?: 'pooled' | 'byClass' | 'forest';
  readonly auc?: number;
  readonly gain?: number;
}

/** A level by hand; the floor of MAB is 0.04, and nothing varies. */
function level(
  truncation: number,
  { mab = 0.04, mr2 = 0, attacker = 'pooled', auc = 0.8, gain = 1 }: Hand,
): LevelFigures {
  return {
    truncation,
    numbers: [
      {
        name: 'cost',
        regressors: 20,
        mab,
        mabFloor: 0.04,
        mr2,
        attacker,
        mabValues: [mab, mab],
        mr2Values: [mr2, mr2],
      },
    ],
    categories: [],
    membership: { medians: [{ who: 'random people', gain, halfWidth: 0 }] },
    utility: { score: 'auc', median: auc, values: [auc, auc, auc] },
  };
}

/** With real data the AUC is 0.9, so that 0.7 is a utility of one half. */
const REAL = 0.9;

describe('privacy from 0 to 1', () => {
  test('MAB at its floor is 1, and above it what it stands for is taken off', () => {
    expect(privacyScore(level(1, { mab: 0.04 })).value).toBe(1);
    expect(privacyScore(level(1, { mab: 0.03 })).value).toBe(1);
    // 20 pi/2 (0.05^2 - 0.04^2) = 0.0282743
    expect(privacyScore(level(1, { mab: 0.05 })).value).toBeCloseTo(1 - 0.0282743, 7);
    expect(privacyScore(level(1, { mab: 0.3 })).value).toBe(0);
  });

  test('is what R2 says of many small coefficients of uncorrelated columns', () => {
    // normal quantiles as coefficients, with squares that add up to 0.5
    const z = [-1.645, -1.036, -0.674, -0.385, -0.126, 0.126, 0.385, 0.674, 1.036, 1.645];
    const size = Math.sqrt(0.5 / z.reduce((sum, x) => sum + x * x, 0));
    const mab = z.reduce((sum, x) => sum + Math.abs(x) * size, 0) / z.length;
    const numbers = [{ ...level(1, { mab }).numbers[0], regressors: 10, mabFloor: 0 }];
    expect(Math.abs(privacyScore({ ...level(1, {}), numbers }).value - 0.5)).toBeLessThan(0.05);
  });

  test('coefficients that cancel out are not hidden by a small R2', () => {
    const { value, from } = privacyScore(level(1, { mab: 0.15, mr2: 0.1 }));
    expect(value).toBeCloseTo(1 - 10 * Math.PI * (0.15 * 0.15 - 0.04 * 0.04), 12);
    expect(from).toBe('attribute inference of cost (MAB)');
  });

  test('a small MAB does not hide a large R2', () => {
    const { value, from } = privacyScore(level(1, { mab: 0.05, mr2: 0.96 }));
    expect(value).toBeCloseTo(0.04, 12);
    expect(from).toBe('attribute inference of cost (MR2)');
  });

  test('names the attacker who explains most', () => {
    const from = (attacker: Hand['attacker']) =>
      privacyScore(level(1, { mr2: 0.5, ...(attacker && { attacker }) })).from;
    expect(from('byClass')).toBe(
      'attribute inference of cost (MR2 within classes of the response)',
    );
    expect(from('forest')).toBe('attribute inference of cost (MR2 of a random forest)');
    const constraints = { maxMr2: 0.1 };
    const { levels } = choose([level(1, { mr2: 0.5, attacker: 'byClass' })], REAL, { constraints });
    expect(levels[0].verdicts[0].words).toContain('by a linear regression for each class');
  });

  test('an adjusted R2 below 0 is none', () => {
    expect(privacyScore(level(1, { mr2: -0.02 })).value).toBe(1);
  });

  test('a privacy gain above 1 is never rewarded', () => {
    expect(privacyScore(level(1, { gain: 0.7 })).value).toBeCloseTo(0.7, 12);
    expect(privacyScore(level(1, { gain: 1.3 })).value).toBeCloseTo(0.7, 12);
    expect(privacyScore(level(1, { gain: 2 })).value).toBe(0);
  });

  test('the worse of outlying and random people counts', () => {
    const medians = [
      { who: 'random people', gain: 0.98, halfWidth: 0.01 },
      { who: 'outlying people', gain: 0.6, halfWidth: 0.2 },
    ];
    const found = privacyScore({ ...level(1, {}), membership: { medians } });
    expect(found).toEqual({
      value: 0.6,
      halfWidth: 0.2,
      from: 'membership inference (outlying people)',
    });
  });

  test('a category: right guesses above those of guessing the most frequent level', () => {
    const ward = { name: 'ward', attacker: 'logistic', baseline: 0.6 } as const;
    const categories = [{ ...ward, rate: 0.7, halfWidth: 0.1 }];
    const found = privacyScore({ ...level(1, {}), categories });
    expect(found.value).toBeCloseTo(0.75, 12);
    expect(found.halfWidth).toBeCloseTo(0.25, 12);
    const worse = [{ ...ward, rate: 0.5, halfWidth: null }];
    expect(privacyScore({ ...level(1, {}), categories: worse }).value).toBe(1);
  });

  test("Student's interval over iterations", () => {
    const numbers = [{ ...level(1, { mr2: 0.3 }).numbers[0], mr2Values: [0.2, 0.3, 0.4] }];
    // sd 0.1, t(0.975; 2) = 4.302653
    const halfWidth = (4.302652729911275 * 0.1) / Math.sqrt(3);
    expect(privacyScore({ ...level(1, {}), numbers }).halfWidth).toBeCloseTo(halfWidth, 10);
  });
});

describe('utility from 0 to 1', () => {
  test('the share of what real data teach above chance', () => {
    const of = (auc: number) => utilityScore(level(1, { auc }).utility, REAL)?.value;
    expect(of(0.9)).toBe(1);
    expect(of(0.7)).toBeCloseTo(0.5, 12);
    expect(of(0.45)).toBe(0);
    expect(of(0.95)).toBe(1);
  });

  test('of a numeric response by R2', () => {
    expect(utilityScore({ score: 'r2', median: 0.2, values: [0.2] }, 0.8)?.value).toBeCloseTo(
      0.25,
      12,
    );
    expect(utilityScore({ score: 'r2', median: -0.2, values: [-0.2] }, 0.8)?.value).toBe(0);
  });

  test('nothing where the real data teach nothing', () => {
    expect(utilityScore(level(1, {}).utility, 0.5)).toBeNull();
  });
});

// privacy 1, 0.9, 0.5, 0.45; utility 0.25, 0.75, 1, 0.875
const LEVELS = [
  level(1, { auc: 0.6 }),
  level(5, { mr2: 0.1, auc: 0.8 }),
  level(10, { mr2: 0.5, auc: 0.9 }),
  level(15, { mr2: 0.55, auc: 0.85 }),
];

describe('the choice', () => {
  test('scores, front and the highest score', () => {
    const { levels, front, recommended } = choose(LEVELS, REAL);
    const scores = [0.625, 0.825, 0.75, 0.6625];
    levels.forEach(({ score }, k) => {
      expect(score).toBeCloseTo(scores[k], 12);
    });
    expect(front).toEqual([1, 5, 10]);
    expect(recommended.truncation).toBe(5);
    expect(recommended.satisfied).toBe(true);
    expect(recommended.why).toBe(
      'Truncation 5 has the highest score among levels 1, 5, 10, 15. Its score is 0.83 = 0.5 x privacy 0.90 + 0.5 x utility 0.75.',
    );
    expect(recommended.uncertainty).toContain('larger than chance explains');
    expect(recommended.against).toEqual([
      'Models trained on it lose 25 % of the AUC above chance that models trained on the real data reach.',
      'Truncation 1 is more private: privacy 1.00, utility 0.25.',
      'Truncation 10 is more useful: privacy 0.50, utility 1.00.',
    ]);
  });

  test('a level is called better only where the figures show it', () => {
    const against = (mr2: number) =>
      choose([level(1, { mr2: 0.1, auc: 0.78 }), level(2, { mr2, auc: 0.8 })], REAL).recommended
        .against;
    expect(against(0.104)).not.toContainEqual(expect.stringContaining('is more private'));
    expect(against(0.11)).toContain('Truncation 1 is more private: privacy 0.90, utility 0.70.');
  });

  test('the front holds none that is beaten in one and equalled in the other', () => {
    const front = (levels: readonly LevelFigures[]) => choose(levels, REAL).front;
    expect(front([level(1, { auc: 0.6 }), level(2, { auc: 0.7 })])).toEqual([2]);
    expect(front([level(1, { mr2: 0.2 }), level(2, { mr2: 0.3 })])).toEqual([1]);
    expect(front([level(1, {}), level(2, {})])).toEqual([1, 2]);
  });

  test('alpha weighs privacy against utility', () => {
    expect(choose(LEVELS, REAL, { alpha: 1 }).recommended.truncation).toBe(1);
    expect(choose(LEVELS, REAL, { alpha: 0 }).recommended.truncation).toBe(10);
    expect(() => choose(LEVELS, REAL, { alpha: 2 })).toThrow('Alpha: found 2');
  });

  test('of equal scores the one with fewer trees', () => {
    const equal = [level(3, {}), level(2, {}), level(4, {})];
    expect(choose(equal, REAL).recommended.truncation).toBe(2);
  });

  test('limits come before the score', () => {
    const { recommended, levels } = choose(LEVELS, REAL, { constraints: { maxMr2: 0.05 } });
    expect(levels.map(({ satisfied }) => satisfied)).toEqual([true, false, false, false]);
    expect(recommended.truncation).toBe(1);
    expect(recommended.satisfied).toBe(true);
    expect(recommended.why).toContain('the only one of 4 levels that meets MR2 at most 0.05');
    expect(recommended.against).toContain(
      'Truncation 5 has a higher score (0.83) but violates the limits: an attacker can explain 10 % of the variance of cost (MR2 0.100, by one linear regression).',
    );
  });

  test('a limit that is met exactly is kept', () => {
    const constraints = { maxMr2: 0.1, minAuc: 0.8 / 0.9, maxAdvantage: 0 };
    expect(choose(LEVELS, REAL, { constraints }).recommended).toMatchObject({
      truncation: 5,
      satisfied: true,
    });
  });

  test('if no level keeps all limits, the one whose largest miss is smallest', () => {
    // misses of MR2: 0, 0.05, 0.45, 0.5; of the AUC 0.81: 0.21, 0.01, 0, 0
    const constraints = { maxMr2: 0.05, minAuc: 0.9 };
    const { recommended } = choose(LEVELS, REAL, { constraints });
    expect(recommended.truncation).toBe(5);
    expect(recommended.satisfied).toBe(false);
    expect(recommended.why).toBe(
      'No level meets all limits (MR2 at most 0.05 and AUC at least 0.9 times that of the real data). Truncation 5 comes closest: an attacker can explain 10 % of the variance of cost (MR2 0.100, by one linear regression), but the limit is MR2 at most 0.05; the AUC is 0.800 (0.900 with real data), but the limit is AUC at least 0.9 times that of the real data.',
    );
  });

  test('the nearest to the limits need not have the highest score', () => {
    const levels = [level(1, { mr2: 0.2, auc: 0.6 }), level(5, { mr2: 0.3, auc: 0.9 })];
    const { recommended, levels: scored } = choose(levels, REAL, { constraints: { maxMr2: 0.1 } });
    expect(recommended.truncation).toBe(1);
    expect(recommended.against).toContain(
      'Truncation 5 has a higher score (0.85) but violates the limits by more: an attacker can explain 30 % of the variance of cost (MR2 0.300, by one linear regression).',
    );
    expect(scored[0].verdicts[0].excess).toBeCloseTo(0.1, 12);
    const [kept] = choose(levels, REAL, { constraints: { maxMr2: 0.9 } }).levels;
    expect(kept.verdicts[0].excess).toBe(0);
  });

  test('an advantage counts whatever its sign', () => {
    const levels = [level(1, { gain: 1.2 }), level(2, { gain: 0.95, auc: 0.6 })];
    const { recommended } = choose(levels, REAL, { constraints: { maxAdvantage: 0.1 } });
    expect(recommended.truncation).toBe(2);
  });

  test('limits that cannot be judged are refused', () => {
    const without = LEVELS.map((each) => ({ ...each, membership: null }));
    const judged = (constraints: object) => () => choose(without, REAL, { constraints });
    expect(judged({ maxAdvantage: 0.1 })).toThrow('membership is not attacked');
    expect(judged({ minR2: 0.9 })).toThrow('has an AUC instead of an R2');
    expect(judged({ maxMr2: -1 })).toThrow('Largest MR2 (maxMr2, --max-mr2): found -1');
    expect(judged({ maxMR2: 1 })).toThrow("no limit 'maxMR2'");
    const ward = { name: 'ward', attacker: 'forest', rate: 0.7, baseline: 0.6 } as const;
    const categories = [{ ...ward, halfWidth: 0.1 }];
    const levels = LEVELS.map((each) => ({ ...each, numbers: [], categories }));
    expect(() => choose(levels, REAL, { constraints: { maxMr2: 1 } })).toThrow(
      'no numeric sensitive column',
    );
  });

  test('levels that chance could set apart are named', () => {
    const values = [0.7, 0.9];
    const vague = LEVELS.map((each) => ({ ...each, utility: { ...each.utility, values } }));
    expect(choose(vague, REAL).recommended.uncertainty).toContain(
      'Chance alone could explain its difference from levels 1, 10, 15.',
    );
    const once = LEVELS.map((each) => ({ ...each, utility: { ...each.utility, values: [1] } }));
    expect(choose(once, REAL).recommended.uncertainty).toContain('is unknown');
  });

  test('says so where the real data teach nothing, and where membership is not known', () => {
    const { against } = choose(LEVELS, 0.5).recommended;
    expect(against.join()).toContain('no better than chance (0.500)');
    const without = LEVELS.map((each) => ({ ...each, membership: null }));
    expect(choose(without, REAL).recommended.against.join()).toContain('not attacked');
    const medians = [{ who: 'random people', gain: 1, halfWidth: 0 }];
    const taken = LEVELS.map((each) => ({ ...each, membership: { medians, takenFrom: 15 } }));
    expect(choose(taken, REAL).recommended.against.join()).toContain('that of truncation 15');
  });
});

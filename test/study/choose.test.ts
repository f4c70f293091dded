import { describe, expect, test } from 'vitest';
import { choose, type LevelFigures } from '../../src/study/choose.ts';
import type { Judgement } from '../../src/study/decision.ts';
import { privacyScore, utilityScore } from '../../src/study/privacyScore.ts';

interface Hand {
  readonly mr2?: number;
  readonly attacker?: 'pooled' | 'byClass' | 'forest';
  readonly auc?: number;
  /** By synthetic set. */
  readonly values?: readonly number[];
  readonly gain?: number;
  readonly judged?: Judgement;
}

const figure = { estimate: 0.3, low: 0.2, high: 0.4, level: 0.95 };

/** A level by hand, where nothing varies unless it is said. */
function level(
  truncation: number,
  { mr2 = 0, attacker = 'pooled', auc = 0.8, values, gain = 1, judged = 'safe' }: Hand,
): LevelFigures {
  const words = `Words on level ${truncation}.`;
  return {
    truncation,
    numbers: [{ name: 'cost', mr2, attacker, mr2Values: [mr2, mr2] }],
    categories: [],
    membership: { medians: [{ who: 'random people', gain, halfWidth: 0 }] },
    audit: null,
    utility: { score: 'auc', median: auc, values: values ?? [auc, auc, auc] },
    judged: {
      judged,
      figures: [{ risk: 'attribute', of: 'cost', figure, limit: 0.1, judged, words }],
    },
  };
}

/** With real data the AUC is 0.9, so that 0.7 is a utility of one half. */
const REAL = 0.9;

describe('privacy from 0 to 1', () => {
  test('is what the strongest attacker leaves of the variance', () => {
    const { value, from } = privacyScore(level(1, { mr2: 0.96 }));
    expect(value).toBeCloseTo(0.04, 12);
    expect(from).toBe('attribute inference of cost (MR2)');
  });

  test('members by the audit: how often a guess between two people is right, beyond chance', () => {
    const of = (estimate: number) =>
      privacyScore({ ...level(1, {}), audit: { ...figure, estimate, low: 0.56, high: 0.6 } });
    expect(of(0.58)).toEqual({
      value: expect.closeTo(0.84, 12),
      halfWidth: expect.closeTo(0.04, 12),
      from: 'membership inference (everybody in the table)',
    });
    expect(of(0.48).value).toBe(1);
  });

  test("the audit comes before the paper's game", () => {
    const audit = { estimate: 0.5, low: 0.49, high: 0.51, level: 0.95 };
    expect(privacyScore({ ...level(1, { gain: 0.2 }), audit }).value).toBe(1);
  });

  test('names the attacker who explains most', () => {
    const from = (attacker: Hand['attacker']) =>
      privacyScore(level(1, { mr2: 0.5, ...(attacker && { attacker }) })).from;
    expect(from('byClass')).toBe(
      'attribute inference of cost (MR2 within classes of the response)',
    );
    expect(from('forest')).toBe('attribute inference of cost (MR2 of a random forest)');
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
  level(10, { mr2: 0.5, auc: 0.9, judged: 'unclear' }),
  level(15, { mr2: 0.55, auc: 0.85, judged: 'unsafe' }),
];

describe('the choice', () => {
  test('scores, front and the most useful of the safe levels', () => {
    const { levels, front, recommended } = choose(LEVELS, REAL);
    const scores = [0.625, 0.825, 0.75, 0.6625];
    levels.forEach(({ score }, k) => {
      expect(score).toBeCloseTo(scores[k], 12);
    });
    expect(front).toEqual([1, 5, 10]);
    expect(levels.map(({ satisfied }) => satisfied)).toEqual([true, true, false, false]);
    expect(recommended.truncation).toBe(5);
    expect(recommended.satisfied).toBe(true);
    expect(recommended.why).toBe(
      'Of the levels that keep all limits (1, 5), truncation 5 is the most useful. Its score is 0.83 = 0.5 x privacy 0.90 + 0.5 x utility 0.75.',
    );
    expect(recommended.uncertainty).toContain('larger than chance explains');
    expect(recommended.against).toEqual([
      'Models trained on it lose 25 % of the AUC above chance that models trained on the real data reach.',
      'Truncation 1 is more private: privacy 1.00, utility 0.25.',
      'Truncation 10 is more useful: privacy 0.50, utility 1.00.',
    ]);
  });

  test('neither a higher score nor alpha makes up for a limit', () => {
    const levels = [level(1, { auc: 0.7 }), level(5, { auc: 0.9, judged: 'unsafe' })];
    const { recommended } = choose(levels, REAL, { alpha: 0 });
    expect(recommended.truncation).toBe(1);
    expect(recommended.why).toContain('the only one of 2 levels that keeps all limits');
    expect(recommended.against).toContain(
      'Truncation 5 has a higher score (1.00) but does not keep the limits: Words on level 5.',
    );
    expect(() => choose(LEVELS, REAL, { alpha: 2 })).toThrow('Alpha: found 2');
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
});

describe('ties go to fewer trees', () => {
  /** Sets in common, as levels have them. */
  const shared = [0.02, -0.05, 0.04, 0.01, -0.02];
  const sets = (mean: number, own: readonly number[]) =>
    shared.map((each, set) => mean + each + own[set]);

  test('equals, in any order', () => {
    const equal = [level(3, {}), level(2, {}), level(4, {})];
    expect(choose(equal, REAL).recommended.truncation).toBe(2);
  });

  test('less than anybody would notice, however certain', () => {
    const recommended = (gain: number) => {
      const values = sets(0.8, [0, 0, 0, 0, 0]);
      const levels = [level(1, { values }), level(5, { values: values.map((x) => x + gain) })];
      return choose(levels, REAL).recommended.truncation;
    };
    expect(recommended(0.0099)).toBe(1);
    expect(recommended(0.0101)).toBe(5);
  });

  test('differences are paired: what both levels have in common is no noise', () => {
    const values = sets(0.8, [0, 0, 0, 0, 0]);
    // 0.03 +- 0.0016, where the sets themselves vary by 0.035
    const better = sets(0.83, [0.003, -0.003, 0.004, -0.004, 0]);
    const found = choose([level(1, { values }), level(5, { values: better })], REAL);
    expect(found.recommended.truncation).toBe(5);
    expect(found.differences[0]).toMatchObject({ truncation: 1, adjusted: expect.closeTo(0, 3) });
  });

  test('differences that chance explains, after Holm', () => {
    const values = sets(0.8, [0, 0, 0, 0, 0]);
    // mean 0.02, standard error 0.0063: t = 3.16, p = 0.034 with 4 degrees of freedom, twice that for two
    const better = sets(0.82, [0.016, -0.016, 0.012, -0.012, 0]);
    const two = [level(1, { values }), level(5, { auc: 0.82, values: better })];
    expect(choose(two, REAL).recommended.truncation).toBe(5);
    const three = [...two, level(10, { values })];
    const { recommended } = choose(three, REAL);
    expect(recommended.truncation).toBe(1);
    expect(recommended.uncertainty).toContain(
      'Chance alone could explain its difference in utility from levels 5, 10',
    );
    expect(recommended.why).toContain('has the fewest trees, and none is more useful');
    expect(recommended.against.join(' ')).not.toContain('is more useful');
  });

  test('fewest trees where real rows teach nothing', () => {
    const levels = [level(2, { auc: 0.5 }), level(5, { auc: 0.6 })];
    expect(choose(levels, 0.5).recommended.truncation).toBe(2);
  });
});

describe('where no level is safe', () => {
  test('the fewest trees of those that may be', () => {
    const levels = [
      level(1, { judged: 'unsafe' }),
      level(5, { judged: 'unclear', auc: 0.7 }),
      level(10, { judged: 'unclear', auc: 0.9 }),
    ];
    const { recommended } = choose(levels, REAL);
    expect(recommended).toMatchObject({ truncation: 5, satisfied: false });
    expect(recommended.why).toContain(
      'No level is safe for certain. Truncation 5 has the fewest trees of those that may be: Words on level 5.',
    );
  });

  test('the one whose largest miss is smallest', () => {
    const miss = (truncation: number, estimate: number): LevelFigures => {
      const made = level(truncation, { judged: 'unsafe' });
      const [only] = made.judged.figures;
      const figures = [{ ...only, figure: { ...only.figure, estimate } }];
      return { ...made, judged: { judged: 'unsafe', figures } };
    };
    const { recommended } = choose([miss(1, 0.5), miss(5, 0.3), miss(10, 0.4)], REAL);
    expect(recommended).toMatchObject({ truncation: 5, satisfied: false });
    expect(recommended.why).toContain(
      'No level keeps all limits. Truncation 5 comes nearest: Words on level 5.',
    );
  });
});

describe('limits on medians', () => {
  test('a safe level that misses one is not taken', () => {
    const constraints = { minAuc: 0.85 };
    const { recommended, levels } = choose(LEVELS.slice(0, 2), REAL, { constraints });
    expect(levels.map(({ satisfied }) => satisfied)).toEqual([false, true]);
    expect(recommended.truncation).toBe(5);
    expect(levels[0].verdicts).toMatchObject([
      { constraint: 'minAuc', excess: expect.closeTo(0.165, 12) },
    ]);
  });

  test('one that is met exactly is kept', () => {
    const constraints = { minAuc: 0.8 / 0.9, maxAdvantage: 0 };
    expect(choose(LEVELS, REAL, { constraints }).recommended).toMatchObject({
      truncation: 5,
      satisfied: true,
    });
  });

  test('an advantage counts whatever its sign', () => {
    const levels = [level(1, { gain: 1.2 }), level(2, { gain: 0.95, auc: 0.6 })];
    const { recommended } = choose(levels, REAL, { constraints: { maxAdvantage: 0.1 } });
    expect(recommended.truncation).toBe(2);
  });

  test('limits that cannot be judged are refused', () => {
    const without = LEVELS.map((each) => ({ ...each, membership: null }));
    const judged = (constraints: object) => () => choose(without, REAL, { constraints });
    expect(judged({ maxAdvantage: 0.1 })).toThrow("the paper's membership attack is not played");
    expect(judged({ minR2: 0.9 })).toThrow('has an AUC instead of an R2');
    expect(judged({ maxMr2: -1 })).toThrow('Largest MR2 (maxMr2, --max-mr2): found -1');
    expect(judged({ minAuc: 'none' })).toThrow('found none. Give a number of at least 0.');
    expect(judged({ maxPeople: 3 })).toThrow('found 3. Give 0 or none.');
    expect(judged({ maxMR2: 1 })).toThrow("no limit 'maxMR2'");
    expect(judged({ maxMr2: 'none', maxGuess: 'none', maxPeople: 'none' })).not.toThrow();
    const ward = { name: 'ward', attacker: 'forest', rate: 0.7, baseline: 0.6 } as const;
    const categories = [{ ...ward, halfWidth: 0.1 }];
    const levels = LEVELS.map((each) => ({ ...each, numbers: [], categories }));
    expect(() => choose(levels, REAL, { constraints: { maxMr2: 1 } })).toThrow(
      'no numeric sensitive column',
    );
  });
});

describe('what is said besides', () => {
  test('where nothing is known of the spread', () => {
    const once = LEVELS.map((each) => ({ ...each, utility: { ...each.utility, values: [1] } }));
    expect(choose(once, REAL).recommended.uncertainty).toContain('is unknown');
  });

  test('where the real data teach nothing, and where membership is not known', () => {
    const { against } = choose(LEVELS, 0.5).recommended;
    expect(against.join()).toContain('no better than chance (0.500)');
    const without = LEVELS.map((each) => ({ ...each, membership: null }));
    expect(choose(without, REAL).recommended.against.join()).toContain('not attacked');
    const medians = [{ who: 'random people', gain: 1, halfWidth: 0 }];
    const taken = LEVELS.map((each) => ({ ...each, membership: { medians, takenFrom: 15 } }));
    expect(choose(taken, REAL).recommended.against.join()).toContain('that of truncation 15');
  });
});

/**
 * The verdict in the words of those who sign it, on the table and on the model file apart: whether the chosen
 * level is safe, whether the table drawn there passes its checks, and whether the attack saw what it had to
 * see in its controls.
 */

import { attackBoundOf } from '../generators/private/attackBound.ts';
import type { PrivacyPromise } from '../generators/private/promise.ts';
import type { ControlAudit } from '../measures/membershipAudit/controls.ts';
import type { LevelAudit } from '../measures/membershipAudit/levelAudit.ts';
import type { ReleaseCheck } from '../measures/release/releaseChecks.ts';
import type { Interval } from '../numerics/intervals.ts';
import type { JudgedLevel, ReleaseVerdict, VerdictWord } from './decision.ts';
import { missesOf } from './explain.ts';
import { judgeInterval, percent } from './judgeLevel.ts';
import type { RiskLimits } from './limits.ts';
import { rowsWithin } from './rowsWithin.ts';
import type { ScoredLevel } from './score.ts';
import { type SentenceFigures, verdictSentences } from './verdictSentences.ts';

/** What a verdict is passed on. */
export interface VerdictCase {
  /** Quick studies give none. */
  readonly isFirstLook: boolean;
  readonly truncation: number | null;
  readonly chosen: Pick<ScoredLevel, 'judged' | 'verdicts'>;
  readonly checks: readonly ReleaseCheck[];
  readonly controls: readonly ControlAudit[];
  readonly audit: LevelAudit | undefined;
  /** Rows that the model is fitted to, and rows of the release. */
  readonly release: { readonly trained: number; readonly rows: number };
  readonly limits: RiskLimits;
  readonly isForced: boolean;
  readonly figures: SentenceFigures;
  /** What else speaks against the level. */
  readonly against: readonly string[];
  /** Of a private fit. Default: nothing is promised. */
  readonly promise?: PrivacyPromise | null;
  /** Whether the level was chosen by the figures. Default: yes. */
  readonly isLevelChosen?: boolean;
}

export function verdictOf(given: VerdictCase): ReleaseVerdict {
  const { chosen, truncation, isForced, figures, against } = given;
  const word = wordOf(given);
  return {
    word,
    why: whyOf(word, given),
    truncation,
    sentences: verdictSentences(figures, given.promise),
    against: [
      ...brokenPromise(given),
      ...failedChecks(given),
      ...missesOf(chosen),
      ...unclearOf(chosen.judged),
      ...failedControls(given),
      ...settled(given),
      ...against,
      ...uncovered(given),
    ],
    model: modelVerdict(word, given),
    forced: isForced && word === 'do-not-release',
  };
}

function wordOf(given: VerdictCase): VerdictWord {
  const { chosen, isFirstLook } = given;
  const isBeyond = failedChecks(given).length > 0 || missesOf(chosen).length > 0;
  if (isBeyond || isRefuted(given)) return 'do-not-release';
  if (isFirstLook) return 'first-look';
  const isSafe =
    chosen.judged.judged === 'safe' &&
    failedControls(given).length === 0 &&
    brokenPromise(given).length === 0;
  return isSafe ? 'release' : 'release-with-care';
}

function whyOf(word: VerdictWord, given: VerdictCase): string {
  const { truncation, chosen } = given;
  const level = truncation === null ? 'The combination of levels' : `Truncation ${truncation}`;
  if (word === 'release') {
    return `${level} keeps all limits, also at the upper ends of intervals, and the table passes its checks.`;
  }
  if (word === 'first-look') {
    return `A quick study is too small for a verdict; ${level.toLowerCase()} is the most promising. Run it with --preset standard for one.`;
  }
  if (word === 'release-with-care') {
    const [first] = [
      ...brokenPromise(given),
      ...unclearOf(chosen.judged),
      ...failedControls(given),
    ];
    return `Nothing is beyond a limit for certain, but not everything is within one. ${first}`;
  }
  if (isRefuted(given)) return brokenPromise(given)[0];
  const [check] = failedChecks(given);
  const [miss] = missesOf(chosen);
  return miss
    ? `No level keeps all limits. ${level} comes nearest. ${miss}`
    : `The synthetic table did not pass a check. ${check}`;
}

/** Whether the audit has found more than the promise allows, at the lower end of its interval. */
function isRefuted({ promise, audit }: VerdictCase): boolean {
  if (!promise?.holds || !audit) return false;
  const { auc } = attackBoundOf(promise.mu);
  return Object.values(audit.scores).some((score) => score.auc?.low > auc);
}

/** Whoever asks for a private table asks for the guarantee: without it this is said first. */
function brokenPromise(given: VerdictCase): string[] {
  const { promise } = given;
  if (!promise) return [];
  if (!promise.holds) return [promise.statement];
  return isRefuted(given)
    ? [
        `The membership audit recognises members better than differential privacy with epsilon ${promise.epsilon} allows (AUC ${attackBoundOf(promise.mu).auc.toFixed(3)}): the guarantee does not hold as stated. Please report this.`,
      ]
    : [];
}

/** What a promise leaves open. */
function uncovered({ promise, isLevelChosen = true }: VerdictCase): string[] {
  if (!promise?.holds) return [];
  const level = isLevelChosen
    ? ' Neither is the choice of the level by these figures; with a level that is given beforehand (--levels 1) none is chosen.'
    : '';
  return [
    `The figures on this page are computed from real rows and are not covered by the guarantee, which is for the synthetic table and model.json alone.${level}`,
  ];
}

function failedChecks({ checks }: VerdictCase): string[] {
  return checks
    .filter(({ passed, allowed }) => !passed && allowed !== null)
    .map(
      ({ name, found, allowed, note }) =>
        `Check ${name}: found ${found}, allowed ${allowed} (${note}).`,
    );
}

function unclearOf({ figures }: JudgedLevel): string[] {
  return figures
    .filter(({ judged }) => judged === 'unclear')
    .map(({ words }) => `Not certain: ${words}`);
}

/** An attack that misses copies, or accuses a table that has nothing to do with anybody, shows nothing. */
function failedControls({ controls }: VerdictCase): string[] {
  return controls
    .filter(({ passed }) => passed === false)
    .map(({ name }) =>
      name === 'unrelated'
        ? 'The membership audit accused a table that has nothing to do with the people: its figures may be too high.'
        : `The membership audit did not see the copies of the control '${name}', so that it may miss others.`,
    );
}

/** What would settle what is unclear or beyond a limit: advice that works when followed. */
function settled(given: VerdictCase): string[] {
  const {
    chosen: { judged },
    audit,
    release,
    limits,
    isFirstLook,
  } = given;
  const open = judged.figures.filter((each) => each.judged !== 'safe');
  const advice: string[] = [];
  const isOpen = (risk: string) => open.some((each) => each.risk === risk);
  if (open.some(({ risk, judged }) => risk === 'membership' && judged !== 'safe') && audit) {
    const most = limits.membership.value;
    const rows = most === null ? null : rowsWithin(audit, release, most);
    advice.push(
      rows === null
        ? 'Even few synthetic rows would tell members too well: a table of more people, or with fewer columns, is what helps.'
        : `With at most ${rows} synthetic rows (--rows ${rows}) the attacker who compares densities would stay within the limit: more rows give away more.`,
    );
  } else if (isOpen('membership')) {
    advice.push('The membership audit would settle this: --membership audit.');
  }
  if (isOpen('membershipBeyondMargins')) {
    advice.push(
      'Fewer trees of the columns that are not protected (--truncate-rest) lower what dependence adds.',
    );
  }
  // a first look is told of a larger study as it is
  if (
    !isFirstLook &&
    open.some(
      ({ risk, judged }) => (risk === 'attribute' || risk === 'guess') && judged === 'unclear',
    )
  ) {
    advice.push('More iterations of the attribute attack narrow its interval (--preset paper).');
  }
  return advice;
}

/** Who has the model need not look at it through synthetic rows. */
function modelVerdict(word: VerdictWord, given: VerdictCase): ReleaseVerdict['model'] {
  const { audit, limits, promise } = given;
  const limit = limits.membership.value;
  const found: Interval | undefined = audit?.scores.model?.atRelease;
  if (word === 'first-look') {
    return { word, why: 'A quick study gives no verdict. Keep model.json to yourself.' };
  }
  if (word === 'do-not-release') {
    return { word, why: 'A model gives away at least what its tables do.' };
  }
  if (promise?.holds) return promisedModel(word, promise, limit);
  if (limit === null) {
    return { word, why: 'There is no limit on how well members may be recognised.' };
  }
  if (!found) {
    return {
      word: 'do-not-release',
      why: 'What the model file itself gives away was not measured. Keep model.json to yourself, as you keep the real table.',
    };
  }
  const judged = judgeInterval(found, limit);
  const words = `Who has model.json is right ${percent(found.estimate)} of the time about which of two people is in the table (a coin: 50 %), at most ${percent(found.high)}; the limit is ${percent(limit)}.`;
  if (judged === 'safe') return { word, why: words };
  const isUnsafe = judged === 'unsafe';
  return {
    word: isUnsafe ? 'do-not-release' : 'release-with-care',
    why: isUnsafe ? `${words} Keep model.json to yourself; the table is judged apart.` : words,
  };
}

/** The file of a private fit holds noisy numbers alone: the bound holds for it whatever is done with it. */
function promisedModel(
  word: VerdictWord,
  { epsilon, delta, mu }: PrivacyPromise,
  limit: number | null,
): ReleaseVerdict['model'] {
  const { auc } = attackBoundOf(mu);
  const words = `It holds noisy numbers alone, under the guarantee (epsilon ${epsilon}, delta ${delta}): who has it is right at most ${percent(auc)} of the time about whether one person's row is in the table (a coin: 50 %)`;
  if (limit === null || auc <= limit) return { word, why: `${words}.` };
  return {
    word: 'release-with-care',
    why: `${words}. The limit is ${percent(limit)}, and no attack was made on the file itself.`,
  };
}

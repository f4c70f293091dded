/**
 * `results.json`: what a study found, as plain data. No cell of the real table is in it, no number of a
 * row, and no figure about fewer than five people; figures have three digits (numerics/publish.ts).
 */

import type { GeneratorName } from '../generators/catalogue.ts';
import type { AttackBound } from '../generators/private/attackBound.ts';
import type { AttributeFindings, CategoryFindings } from '../measures/attribute/findings.ts';
import type { KendallDifference } from '../measures/fidelity/kendallDifference.ts';
import type { TableFidelity } from '../measures/fidelity/tableFidelity.ts';
import type { GroupFigures } from '../measures/groups.ts';
import type { FeatureSet } from '../measures/membership/features.ts';
import type { MembershipOutcome } from '../measures/membership/outcome.ts';
import type { ControlAudit } from '../measures/membershipAudit/controls.ts';
import type { LevelAudit } from '../measures/membershipAudit/levelAudit.ts';
import type { ReleaseCheck } from '../measures/release/releaseChecks.ts';
import type { ThreeRisks } from '../measures/threeRisks/threeRisks.ts';
import type { ScoreValues } from '../measures/utility/utility.ts';
import type { Interval } from '../numerics/intervals.ts';
import type { RelatedColumn } from '../order/covariateOrder.ts';
import type { Recommendation } from './choose.ts';
import type { Verdict } from './constraints.ts';
import type { JudgedLevel, ReleaseVerdict } from './decision.ts';
import type { JudgedGain } from './judgedGains.ts';
import type { RiskLimit } from './limits.ts';
import type { UtilityDifference } from './utilityDifferences.ts';

export interface StudyResults {
  readonly format: 'tvinesynth-results';
  /** Version 1, of earlier engines, has no verdict, limits, judgements, audit or likeness. */
  readonly version: 2;
  readonly engine: string;
  readonly seed: number;
  readonly preset: string;
  /** All that was asked for or is the default, sizes included. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly data: StudyData;
  readonly verdict: ReleaseVerdict;
  /** Of a private generator; null where nothing is promised. */
  readonly promise: PromiseResult | null;
  readonly limits: readonly RiskLimit[];
  readonly real: {
    /** By name of the score: of models that learn from the training rows. */
    readonly utility: Readonly<Record<string, number>>;
    /** The attribute attack on bootstrap samples of the training rows. */
    readonly aia: Readonly<Record<string, AttributeFindings | CategoryFindings>>;
  };
  /** Ascending. */
  readonly levels: readonly LevelResult[];
  readonly recommended: Recommendation;
  /** How the other levels differ from the recommended one in use, paired by synthetic set. */
  readonly differences: readonly UtilityDifference[];
  /** The levels on the Pareto front of privacy and utility. */
  readonly front: readonly number[];
  /** A level for each protected column; null unless it was asked for. */
  readonly columnLevels: ColumnLevelsResult | null;
  /** Other generators. */
  readonly compare: readonly ComparedResult[];
  /** Generators of known leakage under the membership audit. */
  readonly controls: readonly ControlAudit[];
  /** At which levels the paper's membership attack was played, and why not at the others. */
  readonly membership: {
    readonly attacked: readonly number[];
    readonly skipped: string | null;
  };
  /** How many people were attacked. */
  readonly people: { readonly outlying: number; readonly random: number };
  readonly checks: readonly ReleaseCheck[];
  /** Singling out, linkability, inference of the released table; null in a quick study. */
  readonly threeRisks: Omit<ThreeRisks, 'notes'> | null;
  readonly notes: readonly string[];
}

/** Differential privacy of what is released, the bound on attacks that follows, and what the audit found. */
export interface PromiseResult {
  readonly epsilon: number;
  readonly delta: number;
  /** Of Gaussian differential privacy. */
  readonly mu: number;
  /** Which tables are neighbours. */
  readonly neighbours: string;
  /** If not, the statement says why there is no guarantee. */
  readonly holds: boolean;
  readonly statement: string;
  readonly covered: readonly string[];
  readonly notCovered: readonly string[];
  /** What no attack on one person's membership can exceed; null if there is no guarantee. */
  readonly bound: AttackBound | null;
  /**
   * What the membership audit reached who has model.json itself, the noisy numbers, and knows the noise's distribution
   * and everybody's record; null if there was no audit.
   */
  readonly file: { readonly auc: Interval; readonly epsilonLower: number } | null;
  /** By level, what the judge of the membership audit reached; empty if there was no audit. */
  readonly found: readonly {
    readonly truncation: number;
    readonly by: string;
    readonly auc: Interval;
    readonly atRelease: Interval;
    /** An epsilon that is refuted at 95 %; it must be below the promised one. */
    readonly epsilonLower: number;
  }[];
}

export interface StudyData {
  readonly rows: number;
  readonly columns: number;
  readonly response: string;
  readonly sensitive: readonly string[];
  /** The variables of the vine as the paper orders them, the response last. */
  readonly order: readonly string[];
  /** The columns that a truncation cuts, in the order of the vine; null if it cuts all. */
  readonly protected: readonly string[] | null;
  /** How many pairs of the vine differ between the classes of the response; null if none does. */
  readonly byClass: { readonly pairs: number; readonly of: number } | null;
  readonly K: readonly string[];
  /** The columns of K with the association that put each there. */
  readonly related: readonly RelatedColumn[];
  /** Rows that the generator and all attacks saw, and rows for the utility. */
  readonly train: number;
  readonly test: number;
  /** Trees of the whole vine, and those that were fitted. */
  readonly trees: number;
  readonly tMax: number;
}

/** What was measured of a level, or of another generator. */
export interface MeasuredResult {
  readonly aia: Readonly<Record<string, AttributeFindings | CategoryFindings>>;
  /** The paper's attack; null where it was not played. */
  readonly mia: MiaResult | null;
  /** Everybody as a target; null if that was not asked for. */
  readonly membershipAudit: Omit<LevelAudit, 'truncation'> | null;
  readonly utility: Readonly<Record<string, ScoreValues>>;
  /** The table as a whole beside the real one. */
  readonly likeness: LikenessResult;
  readonly fidelity: FidelityResult;
  readonly privacy: NormalisedResult;
  readonly usefulness: NormalisedResult | null;
  readonly score: number;
  /** Half the width of its 95 % interval; null if nothing is known of it. */
  readonly scoreMargin: number | null;
  readonly judged: JudgedLevel;
}

/** The second side of utility, of one set with as many rows as the training rows. */
export interface LikenessResult {
  readonly kendallDifference: Pick<KendallDifference, 'meanAbsolute' | 'largest'>;
  /** How well a model tells synthetic rows from real ones: 0.5 is best. Null where there are too few rows. */
  readonly detectionAuc: Interval | null;
  /** Mean over columns, from 0 to 1. */
  readonly marginOverlap: number;
}

/** From 0 to 1, where 1 is best (privacyScore.ts). */
export interface NormalisedResult {
  readonly value: number;
  /** Half the width of its 95 % interval; null if nothing is known of it. */
  readonly margin: number | null;
  /** What it comes from, in words. */
  readonly from: string;
}

export interface LevelResult extends MeasuredResult {
  readonly truncation: number;
  readonly onFront: boolean;
  /** Whether it is safe and keeps all limits on medians, and how each of these is. */
  readonly satisfied: boolean;
  readonly verdicts: readonly Verdict[];
}

export interface ColumnLevelsResult extends MeasuredResult {
  /** By protected column, the highest level that is safe for it. */
  readonly truncations: Readonly<Record<string, number>>;
  /** An attacker explains no more than this of a column's variance up to its level. */
  readonly limit: number;
  readonly satisfied: boolean;
  readonly verdicts: readonly Verdict[];
  /** Whether the synthetic table is drawn at these levels. */
  readonly released: boolean;
}

export interface ComparedResult extends MeasuredResult {
  readonly generator: GeneratorName;
  readonly verdicts: readonly Verdict[];
}

/** Of the attacker with the largest advantage; all of them in `attackers`. */
export interface MiaResult extends MiaAttacker {
  readonly attackers: readonly MiaAttacker[];
}

export interface MiaAttacker {
  /** What the attacker sees of a synthetic table. */
  readonly features: FeatureSet;
  /** People that were attacked. */
  readonly people: number;
  /**
   * 1 is best. The median is of all people and iterations; the lists are means over people, by
   * iteration, and empty where they would be of fewer than five.
   */
  readonly privacyGain: GroupFigures & { readonly median: number };
  /** The medians that the score and the limits go by. */
  readonly judged: readonly JudgedGain[];
  /** With a row that is no target added. */
  readonly placebo: { readonly median: number | null };
  /** Means over iterations, with intervals. */
  readonly advantage?: MembershipOutcome['advantage'];
  readonly auc?: number;
  /** Whether any of these people was recognised beyond doubt, at 95 % for all of them and all attackers. */
  readonly recognised: boolean;
  /** What so many trials could have shown at most. */
  readonly limit: MembershipOutcome['limit'];
}

/** Of one set with as many rows as the training rows. */
export interface FidelityResult {
  readonly alphaPrecision: number;
  readonly betaRecall: number;
  readonly authenticity: number;
  /** By column. */
  readonly marginOverlap: Readonly<Record<string, number>>;
  readonly meanOverlap: number;
  /**
   * How well a model tells synthetic rows from real ones, as an area under the ROC curve: 0.5 is best. Null
   * where there are too few rows.
   */
  readonly detectionAuc: Interval | null;
  readonly kendall: Pick<KendallDifference, 'meanAbsolute' | 'largest'>;
  readonly closest: TableFidelity['closest'];
  readonly copies: TableFidelity['copies'];
}

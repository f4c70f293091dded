/**
 * What a decision is made of, as plain data: limits, figures judged by the ends of their intervals, and the
 * verdict in the words of those who sign it.
 */

import type { Interval } from '../numerics/intervals.ts';

/** Each risk has a limit of its own. */
export type RiskName =
  | 'attribute' // the share of a numeric sensitive column's variance that an attacker explains
  | 'guess' // right guesses of a sensitive category above always guessing the most frequent one
  | 'membership' // the AUC of the membership audit's judge, scaled to the release
  | 'membershipBeyondMargins' // the same, less what independent margins of the same table give away
  | 'people' // single people who are recognised nearly always, confirmed for all of them together
  | 'copies' // exact copies of real rows beyond what unseen rows show
  | 'keys'; // replicated uniques on declared keys

export interface Limit {
  readonly risk: RiskName;
  /** Null: lifted by whoever ran the study. */
  readonly value: number | null;
  /** As one reads it: 'variance explained at most 0.25'. */
  readonly words: string;
}

/** 'safe': the upper bound is within; 'unclear': the interval straddles the limit; 'unsafe': the lower bound is beyond. */
export type Judgement = 'safe' | 'unclear' | 'unsafe';

export interface JudgedFigure {
  readonly risk: RiskName;
  /** The column it is about, or what the attacker looks at; null if it is about the table. */
  readonly of: string | null;
  /** Its ends are not numbers (null in files) where nothing is known. */
  readonly figure: Interval;
  readonly limit: number;
  readonly judged: Judgement;
  /** The number, then what it means. */
  readonly words: string;
}

export interface JudgedLevel {
  /** The worst of its figures. */
  readonly judged: Judgement;
  readonly figures: readonly JudgedFigure[];
}

export type VerdictWord = 'release' | 'release-with-care' | 'do-not-release' | 'first-look';

export interface ReleaseVerdict {
  readonly word: VerdictWord;
  /** One sentence. */
  readonly why: string;
  /** The level that is released, or would come nearest; null if there is none. */
  readonly truncation: number | null;
  /** The three sentences of the first screen. */
  readonly sentences: {
    readonly attribute: string;
    readonly membership: string;
    readonly use: string;
  };
  /** What speaks against it, and what would settle what is unclear. */
  readonly against: readonly string[];
  /** The model file is judged apart from the table: it may give away more. */
  readonly model: { readonly word: VerdictWord; readonly why: string };
  /** Whether a table was written although no level is safe. */
  readonly forced: boolean;
}

/** The numbers behind the pictures of docs/concepts.md, as docs/pictures/figures.json keeps them. */

import type { Interval } from '../../src/numerics/intervals.ts';

export interface Figures {
  /** The vine of examples/patients.csv. */
  readonly vine: {
    /** As the vine orders them, the response last. */
    readonly order: readonly string[];
    readonly protected: readonly string[];
    readonly edges: readonly VineEdge[];
  };
  /** A standard study of the paper's simulated table. */
  readonly study: {
    readonly levels: readonly StudiedLevel[];
    readonly realMr2: number;
    readonly controls: readonly AuditFigure[];
  };
  /** R2 of X1 at every level, from correlations alone. */
  readonly preview: readonly { readonly truncation: number; readonly r2: number }[];
  /** Guesses of X1 by a regression that learnt from a synthetic table, for people who were in no fit. */
  readonly guesses: readonly {
    readonly truncation: number;
    readonly r2: number;
    readonly points: readonly (readonly [real: number, guess: number])[];
  }[];
  /** Privacy gains of the paper's membership game, one for each person and iteration. */
  readonly gains: readonly { readonly generator: string; readonly values: readonly number[] }[];
}

export interface VineEdge {
  readonly tree: number;
  readonly a: string;
  readonly b: string;
  readonly family: string;
  readonly tau: number;
}

export interface StudiedLevel {
  readonly truncation: number;
  readonly mab: readonly number[];
  readonly mabFloor: number;
  readonly mr2: number;
  readonly attribute: Bounded;
  readonly membership: Bounded;
}

/** A figure with its interval and what it is judged to be. */
export interface Bounded {
  readonly figure: Pick<Interval, 'estimate' | 'low' | 'high'>;
  readonly limit: number;
  readonly judged: string;
}

export interface AuditFigure {
  readonly name: string;
  readonly figure: Pick<Interval, 'estimate' | 'low' | 'high'>;
}

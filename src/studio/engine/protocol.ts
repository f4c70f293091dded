/** What the page asks the engine in its worker, and what it is answered: plain data alone. */

import type { CertificateContent } from '../../certificate/certificate.ts';
import type { Finding } from '../../certificate/finding.ts';
import type { GeneratorName } from '../../generators/catalogue.ts';
import type { FoundRelation } from '../../model/findRelations.ts';
import type { TableOrder } from '../../model/orderTable.ts';
import type { MarginBin } from '../../report/plots/marginHistogram.ts';
import type { Constraints } from '../../study/constraints.ts';
import type { PresetName } from '../../study/presets.ts';
import type { StudyResults } from '../../study/results.ts';
import type { ColumnDescription } from '../../table/describeTable.ts';

/** A table that was read. */
export interface TableInfo {
  readonly name: string;
  readonly bytes: number;
  /** Bytes that its columns take in memory. */
  readonly memory: number;
  readonly rows: number;
  readonly columns: number;
  /** How the file is written, in words. */
  readonly format: string;
  /** What the reader passed over, in words. */
  readonly notes: readonly string[];
}

/** A column: what it was taken for, and its values in bins of at least five rows. */
export interface ColumnInfo extends ColumnDescription {
  /** Counts in multiples of five; null where fewer than five rows are in the bin. */
  readonly bins: readonly (number | null)[];
}

export interface ColumnsInfo {
  readonly columns: readonly ColumnInfo[];
  readonly warnings: readonly string[];
  /** Of rules that are declared: how often the table breaks them. */
  readonly ruleNotes: readonly string[];
  /** What holds between columns; null where there are too many to look for it at once. */
  readonly relations: readonly FoundRelation[] | null;
  /** The rows in which that was looked for. */
  readonly rows: UsedRows;
}

/** Of a large table, what is shown at once is of some rows. */
export interface UsedRows {
  readonly used: number;
  readonly all: number;
}

/** As schema.json has it; what is not named is detected. */
export interface DeclaredSchema {
  readonly columns?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly missing?: readonly string[];
  readonly constraints?: readonly object[];
  readonly derived?: Readonly<Record<string, unknown>>;
}

/** What decides on the model. */
export interface FitChoice {
  readonly response: string;
  readonly sensitive: readonly string[];
  readonly schema: DeclaredSchema;
  readonly seed: number;
  readonly order: readonly string[] | null;
  readonly protect: 'related' | 'sensitive' | 'table';
  /** Which functions of and rules between columns are kept; a private fit knows none. */
  readonly rules: 'auto' | 'schema' | 'none';
  /** Columns that are treated as if the table did not have them. */
  readonly leaveOut: readonly string[];
  readonly generator: 'cvine' | 'dpvine';
  /** The privacy budget of dpvine. */
  readonly epsilon: number;
}

/** What decides on the study of it. */
export interface StudyChoice extends FitChoice {
  readonly preset: PresetName;
  readonly compare: readonly GeneratorName[];
  readonly constraints: Constraints;
}

export interface OrderInfo extends Pick<TableOrder, 'order' | 'preview' | 'notes'> {
  readonly rows: UsedRows;
}

/** Seconds that work is likely to take; a study's without its fit. */
export interface TimesInfo {
  readonly fit: number;
  readonly study: number;
}

export interface FitInfo {
  /** t_max. */
  readonly tMax: number;
  /** The levels that a study compares. */
  readonly truncations: readonly number[];
  /** The levels that can be looked at, ascending from 0. */
  readonly levels: readonly number[];
  /** The vine's variables in their order. */
  readonly variables: readonly string[];
  /** The columns that can be drawn, in the order of the table. */
  readonly columns: readonly string[];
  /** What a level cuts, in words. */
  readonly cuts: string;
  readonly rows: { readonly train: number; readonly test: number; readonly shown: number };
  readonly realTau: readonly (readonly number[])[];
  readonly notes: readonly string[];
  /** As it was found for the fit; null of a private one, which must not look at the table for it. */
  readonly order: OrderInfo | null;
}

/** What can be seen of the synthetic table at a level. */
export interface LevelLook {
  readonly truncation: number;
  readonly margins: readonly LookedMargin[];
  readonly tau: readonly (readonly number[])[];
  /** Mean and largest difference of Kendall's tau from that of the real table. */
  readonly difference: { readonly mean: number; readonly largest: number };
  /** How near its rows come to real ones; null where there are too few. */
  readonly nearness: {
    /** The share of rows that are nearer to one that the fit saw than to any held out: one half by chance. */
    readonly nearer: { readonly estimate: number; readonly low: number; readonly high: number };
    /**
     * The median distance to the nearest row that the fit saw, as a multiple of that of held-out rows; null where
     * most of these have a double.
     */
    readonly far: number | null;
  } | null;
  /** The first synthetic rows as they will be written, the names of the columns before them. */
  readonly rows: readonly (readonly string[])[];
}

export interface LookedMargin {
  readonly name: string;
  readonly bins: readonly MarginBin[];
  readonly realRows: number;
  readonly syntheticRows: number;
  /** Of the two distributions, from 0 to 1. */
  readonly overlap: number;
}

/** Two columns beside each other, in cells; the real counts protected. */
export interface PairGrid {
  readonly x: PairAxis;
  readonly y: PairAxis;
  /** Shares of rows, row by row from the lowest y; null where fewer than five real rows are. */
  readonly real: readonly (number | null)[];
  /** By level, in the order of the fit's levels. */
  readonly synthetic: readonly (readonly number[])[];
}

export interface PairAxis {
  readonly name: string;
  readonly labels: readonly string[];
}

/** What is known of the candidate levels so far. */
export interface MeasuredLevel {
  readonly truncation: number;
  readonly attribute?: readonly {
    readonly name: string;
    readonly estimate: number;
    readonly high: number;
  }[];
  readonly membership?: { readonly estimate: number; readonly high: number } | null;
  readonly utility?: number;
}

export interface StudyInfo {
  readonly results: StudyResults;
  /** The file of the synthetic table. */
  readonly tableFile: string;
}

export interface Told {
  readonly stage: string;
  /** From 0 to 1. */
  readonly share: number;
  /** Infinite as long as nothing is known. */
  readonly secondsLeft: number;
  /** Of a file: how much of it was read. */
  readonly bytes?: number;
}

export type Tell = (told: Told) => void;

/** What the report says of its making. */
export interface RecordChoice {
  readonly date: string;
  readonly purpose: string;
  readonly audience: string;
  readonly command: string;
  /** Of the command line, by name, for the certificate. */
  readonly options: CertificateContent['options'];
  /** The text of settings.json. */
  readonly settings: string;
  /** What is declared of columns, as the file that the command takes; null without any. */
  readonly schema: { readonly file: string; readonly text: string } | null;
  /** The private key that signs the certificate; null: it is not signed. */
  readonly key: { readonly file: string; readonly text: string } | null;
}

export interface MadeFiles {
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** Stays with whoever has the real table. */
  readonly salt: string;
  /** Of the key that signed the certificate. */
  readonly fingerprint: string | null;
  readonly notes: readonly string[];
}

/** What was found of a certificate and the files that were given with it. */
export interface VerifyInfo {
  readonly file: string;
  readonly passed: boolean;
  readonly findings: readonly Finding[];
  /** The verdict that it certifies; null if it cannot be relied on. */
  readonly verdict: { readonly word: string; readonly why: string } | null;
  /** Files that the certificate does not name. */
  readonly unknown: readonly string[];
}

export interface EngineApi {
  /** The page's own text, for threads; and a lock that the engine holds as long as it lives, if it can. */
  begin(program: string, lock: string): Promise<boolean>;
  read(source: Blob, name: string, schema: DeclaredSchema, tell: Tell): Promise<TableInfo>;
  firstRows(): readonly (readonly string[])[];
  columns(schema: DeclaredSchema, leaveOut: readonly string[]): Promise<ColumnsInfo>;
  order(choice: FitChoice): Promise<OrderInfo>;
  times(choice: StudyChoice): TimesInfo;
  fit(choice: StudyChoice, tell: Tell): Promise<FitInfo>;
  /** Draws all levels, those nearest to `first` before the others. */
  look(first: number, found: (look: LevelLook) => void): Promise<void>;
  pair(x: string, y: string): PairGrid;
  study(
    choice: StudyChoice,
    tell: Tell,
    found: (levels: readonly MeasuredLevel[]) => void,
  ): Promise<StudyInfo>;
  /** The same with other limits: what is measured already is not measured again. */
  judge(
    constraints: Constraints,
    tell: Tell,
    /** Told at once what follows from the figures that are there. */
    found: (info: StudyInfo) => void,
  ): Promise<StudyInfo>;
  files(record: RecordChoice, force: boolean): Promise<MadeFiles>;
  verify(files: readonly { readonly name: string; readonly blob: Blob }[]): Promise<VerifyInfo>;
  cancel(): void;
}

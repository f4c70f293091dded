/** What a study may be told, and what it resolves to before anything is fitted. */

import type { FeaturePlan } from '../features/plan.ts';
import type { GeneratorName } from '../generators/catalogue.ts';
import type { GeneratorSettings } from '../generators/generator.ts';
import type { AttackTarget } from '../measures/targets.ts';
import type { TableGuard } from '../model/guardTable.ts';
import type { FitSettings } from '../model/settings.ts';
import type { TableSchema } from '../table/schema.ts';
import type { Table } from '../table/table.ts';
import type { ResponseSampling } from '../vine/responseSampling.ts';
import type { WorkStore } from '../work/store.ts';
import type { Constraints } from './constraints.ts';
import type { LevelChoice } from './levels.ts';
import type { Measures } from './measure.ts';
import type { PresetName, StudySizes } from './presets.ts';
import { DEFAULT_ALPHA } from './score.ts';
import type { StudyProgress } from './studyProgress.ts';

/** What competitors are told, by their names. */
export type CompetitorSettings = Pick<
  GeneratorSettings,
  'privbayes' | 'privpgd' | 'dpvine' | 'noiseSeed' | 'ctgan' | 'tvae'
>;

export const MEMBERSHIP_CHOICES = ['audit', 'paper', 'both', 'none'] as const;

export type MembershipChoice = (typeof MEMBERSHIP_CHOICES)[number];

export interface StudySettings extends Omit<FitSettings, 'response' | 'onProgress' | 'truncation'> {
  /** What is studied: the vine of `structure`. For a private one see `PrivateStudySettings`. Default: 'cvine'. */
  readonly generator?: 'cvine';
  /** The column that the others are to predict; the centre of the first tree. */
  readonly response: string;
  /** t_max, the trees that are fitted. Default: so many that no sensitive column is the centre of one. */
  readonly truncation?: number;
  /** The levels that are compared. Default: 'auto'. */
  readonly levels?: LevelChoice;
  /**
   * 'together': one level for all protected columns. 'apart': also a level for each, the highest that is safe
   * for it (columnLevels.ts), measured in combination. Default: 'together'.
   */
  readonly columnLevels?: 'together' | 'apart';
  /** Real rows for the utility, which are in no fit. Default: the holdout. */
  readonly test?: Table;
  /** The share of the table's rows that is set aside for the utility, if there is no test table. Default: 0.2. */
  readonly holdout?: number;
  /** Default: 'standard'. */
  readonly preset?: PresetName;
  /** Sizes in place of those of the preset. */
  readonly sizes?: { readonly [Part in keyof StudySizes]?: Partial<StudySizes[Part]> };
  /**
   * Which membership attack: 'audit', everybody as a target at every level, which limits are put on; 'paper',
   * the paper's game on a few people; 'both'; 'none', which leaves no verdict better than 'with care'.
   * Default: 'audit'.
   */
  readonly membership?: MembershipChoice;
  /**
   * At which levels the paper's game is played: 'auto', at t_max and at the others only if the privacy
   * gain there is not near 1; 'all'. Default: 'auto'.
   */
  readonly membershipLevels?: 'auto' | 'all';
  /** Competitors: other generators, under the same attacks and measures. Default: none. */
  readonly compare?: readonly GeneratorName[];
  /** What these, and 'dpvine', are told; what no other vine needs to know. Default: nothing. */
  readonly generators?: CompetitorSettings;
  /** The weight of privacy in the score, from 0 to 1. Default: 0.5. */
  readonly alpha?: number;
  /** Limits in place of the defaults (limits.ts), and limits on use, for which there is no default. */
  readonly constraints?: Constraints;
  /** Release the synthetic table although no level is safe; results and report say so. Default: no. */
  readonly forceRelease?: boolean;
  /**
   * Whether fewer trees of the columns that are not protected are tried where every level misses a limit on
   * membership; that measures all again. Default: yes.
   */
  readonly fewerTrees?: boolean;
  /** Rows of the synthetic table. Default: as many as the table has. */
  readonly rows?: number;
  /** How vines draw discrete variables; 'latent' is what the paper's software does. Default: 'exact'. */
  readonly responseSampling?: ResponseSampling;
  readonly onProgress?: (progress: StudyProgress) => void;
  /** Told of the measures at all levels, each as soon as it is there. */
  readonly onMeasured?: (part: Partial<Measures>) => void;
  /**
   * Keeps what is finished, so that the next call goes on from there: give one that holds results of
   * the same table and settings alone (`studyKey`). No row or cell of the real table is kept. Default:
   * nothing is kept.
   */
  readonly store?: WorkStore | undefined;
}

/** Of a study of a differentially private vine, whose domain the schema has to declare (docs/privacy.md). */
export interface PrivateStudySettings extends Omit<StudySettings, 'generator'> {
  readonly generator: 'dpvine';
  /** The privacy budget. Default: 1. */
  readonly epsilon?: number;
  /** The chance that the budget does not hold; well below 1 / rows. Default: 1e-5. */
  readonly delta?: number;
}

/** Of a study of whichever generator. */
export type AnyStudySettings = StudySettings | PrivateStudySettings;

export interface ResolvedStudy {
  readonly generator: 'cvine' | 'dpvine';
  /** Rows that all attacks see, and test rows, behind the gate (model/guardTable.ts). */
  readonly train: Table;
  readonly test: Table;
  /** As they were given: for the fit, which guards itself, and for checks that count copies. */
  readonly raw: { readonly train: Table; readonly test: Table; readonly schema: TableSchema };
  readonly guard: TableGuard;
  /** By training row, its place in the table. */
  readonly trainRows: Uint32Array;
  readonly isHoldout: boolean;
  /** With all types declared, of tables behind the gate. */
  readonly schema: TableSchema;
  /** What was declared of it: to private generators, what is public. */
  readonly declared: TableSchema;
  /** The same for rows as they were given: nothing in it follows from the rows. */
  readonly publicSchema: TableSchema;
  readonly plan: FeaturePlan;
  readonly response: string;
  readonly sensitive: readonly string[];
  /** What the utility is read from. */
  readonly score: 'auc' | 'r2';
  /** What is said to fits. */
  readonly fit: Omit<
    FitSettings,
    'response' | 'threads' | 'signal' | 'onProgress' | 'truncation'
  > & {
    readonly response: string;
    readonly truncation?: number;
  };
  readonly structure: 'cvine' | 'dvine' | 'rvine' | 'star';
  readonly responseSampling: ResponseSampling;
  /** In numbers of training rows. */
  readonly targets: readonly AttackTarget[];
  readonly preset: PresetName;
  readonly sizes: StudySizes;
  readonly membership: MembershipChoice;
  readonly membershipLevels: 'auto' | 'all';
  readonly compare: readonly GeneratorName[];
  readonly generators: CompetitorSettings;
  readonly alpha: number;
  readonly constraints: Constraints;
  readonly forceRelease: boolean;
  readonly fewerTrees: boolean;
  readonly rows: number;
  readonly seed: number;
  readonly levels: LevelChoice;
  readonly columnLevels: 'together' | 'apart';
  readonly notes: readonly string[];
}

export const studyDefaults = {
  generator: 'cvine',
  levels: 'auto',
  columnLevels: 'together',
  holdout: 0.2,
  preset: 'standard',
  membership: 'audit',
  membershipLevels: 'auto',
  alpha: DEFAULT_ALPHA,
  responseSampling: 'exact',
} as const satisfies Partial<StudySettings>;

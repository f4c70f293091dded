/**
 * How much work a study is, from its sizes alone: for the time left, and for an estimate beforehand.
 * The costs of single operations were measured on one core; whoever knows a clock scales them. Trees
 * are counted as if all were fitted, since the order of the columns is not known yet.
 */

import type { GeneratorName } from '../generators/catalogue.ts';
import { attributeSizes } from '../measures/attribute/attributeAttack.ts';
import { ATTACK_FOREST, FOREST_ROWS } from '../measures/attribute/learnForest.ts';
import { detectionSplits } from '../measures/fidelity/detection.ts';
import { MAX_ROWS } from '../measures/fidelity/fidelity.ts';
import { PAIR_ROWS } from '../measures/fidelity/tableFidelity.ts';
import { type GameSizes, resolveSizes } from '../measures/membership/settings.ts';
import { MOST_RECORDS, threeRisksDefaults } from '../measures/threeRisks/threeRisks.ts';
import type { FitSettings } from '../model/settings.ts';
import { isPlayed, LOWER_LEVELS } from './attackMembership.ts';
import { isAudited, MEMBERSHIP_AUDIT } from './auditMembership.ts';
import { auditWork } from './auditWork.ts';
import { FIT, PAIR_START } from './fitCost.ts';
import { hasRisks, RISKS_STAGE } from './measureRisks.ts';
import { playedOn } from './playedOn.ts';
import type { ResolvedStudy } from './studySettings.ts';
import {
  foreseenTruncations,
  rowDrawSeconds,
  rowDrawSecondsEach,
  type VineShape,
  vineShape,
} from './vineShape.ts';

export interface StageWork {
  /** As progress names it. */
  readonly stage: string;
  /** Not, if it depends on what is found. */
  readonly certain: boolean;
  /** Fits, in observations of pairs (`fitSize`). */
  readonly fitted: number;
  /** Seconds of one core for drawing, and for all else, at usual costs. */
  readonly drawn: number;
  readonly other: number;
  /** Seconds of one core for everything at usual costs. */
  readonly work: number;
  /** Whether threads share it. */
  readonly shared: boolean;
}

/** Seconds of one core: a product in a regression or a correlation. */
const PRODUCT = 2e-9;
/** A row, on one level of a tree, with one feature tried. */
const SPLIT = 3.5e-8;
/** A column of a pair of rows whose distance is computed. */
const DISTANCE = 6e-9;
/** A row of a pair of columns in their order: ranks compared, ties and rules looked for, margins fitted. */
const ORDER = 1e-7;
/** A row of a pair of columns whose ranks are compared. */
const RANKS = 2e-7;

/** The stages in their order. */
export function studyWork(study: ResolvedStudy): StageWork[] {
  const { compare, train } = study;
  return [
    ...studiedWork(study),
    ...compare.flatMap((name) => {
      const played = withVineOf(name, playedOn(name, study));
      const own = vineShape(played);
      const stages = [
        stage('fit', { fitted: fitSize(train.rows, own.pairs) }),
        ...measuring(played, own, [own.trees], false),
      ];
      return stages.map((each) => ({
        ...competitorWork(name, own, each),
        stage: `${name}: ${each.stage}`,
      }));
    }),
    ...(hasRisks(study) ? [risksWork(study, vineShape(study))] : []),
  ];
}

/** Of the generator that is studied. */
function studiedWork(study: ResolvedStudy): StageWork[] {
  const { train, generator } = study;
  const isPrivate = generator === 'dpvine';
  const told = isPrivate ? withVineOf(generator, study) : study;
  const shape = vineShape(told);
  const { variables, trees, pairs } = shape;
  const stages = [
    stage('fit', { fitted: fitSize(train.rows, pairs) }),
    ...measuring(told, shape, foreseenTruncations(study, trees), true),
  ];
  if (isPrivate) return stages.map((each) => competitorWork(generator, shape, each));
  const order = ORDER * train.rows * variables * variables;
  return [stage('order', { other: order, shared: false }), ...stages];
}

const PLAIN = { structure: 'cvine', byClass: 'never', protect: 'table' } as const;

/** What the name of a competing vine says of its fit. */
const VINES: Readonly<
  Partial<Record<GeneratorName, Pick<FitSettings, 'structure' | 'byClass' | 'protect'>>>
> = {
  cvine: { structure: 'cvine' },
  'cvine-paper': PLAIN,
  gaussian: PLAIN,
  rvine: { structure: 'rvine' },
  star: { structure: 'star' },
  dvine: { structure: 'dvine' },
};

function withVineOf(name: GeneratorName, study: ResolvedStudy): ResolvedStudy {
  const { structure = study.structure, ...fixed } = VINES[name] ?? PLAIN;
  return { ...study, structure, fit: { ...study.fit, ...fixed } };
}

/** Seconds of one core for a fit to about 500 rows and 27 columns. */
const COMPETITOR_FITS: Readonly<Partial<Record<GeneratorName, number>>> = {
  dpvine: 0.1,
  'dpvine-1': 0.1,
  'dpvine-5': 0.1,
  privpgd: 3.6,
  ctgan: 24,
  tvae: 6,
};

/** Generators that are no vines fit and draw in their own time; most at no cost beside a vine. */
function competitorWork(
  name: GeneratorName,
  { variables, pairs }: VineShape,
  each: StageWork,
): StageWork {
  if (VINES[name]) return each;
  const fits = each.fitted / fitSize(500, pairs);
  const time = (COMPETITOR_FITS[name] ?? 0) * fits * (variables / 27);
  const other = each.other + time;
  // one fit is the work of one thread
  const shared = each.stage !== 'fit' && each.shared;
  return { ...each, fitted: 0, drawn: 0, other, work: other, shared };
}

/** What the measures of one generator are counted from. */
interface Measured {
  readonly study: ResolvedStudy;
  readonly shape: VineShape;
  /** Training rows that are no targets. */
  readonly pool: number;
  /** Seconds for a row at each of these truncations, drawn together or one by one. */
  readonly draws: (truncations: readonly number[]) => number;
  readonly drawsApart: (truncations: readonly number[]) => number;
}

function measuring(
  study: ResolvedStudy,
  shape: VineShape,
  truncations: readonly number[],
  isVine: boolean,
): StageWork[] {
  const isExact = study.responseSampling === 'exact';
  const measured: Measured = {
    study,
    shape,
    pool: study.train.rows - study.targets.length,
    draws: (at) => rowDrawSecondsEach(shape, at, isExact),
    drawsApart: (at) => at.reduce((sum, trees) => sum + rowDrawSeconds(shape, trees, isExact), 0),
  };
  return [
    ...(study.sensitive.length > 0 ? [attributeWork(measured, truncations)] : []),
    ...membershipWork(measured, truncations),
    ...auditedWork(measured, truncations, isVine),
    utilityWork(measured, truncations),
    fidelityWork(measured, truncations),
  ];
}

function attributeWork(
  { study: { targets, sensitive, sizes }, shape, pool, draws }: Measured,
  truncations: readonly number[],
): StageWork {
  const { iterations, sets, referenceSize, setSize } = attributeSizes(sizes.attribute, pool);
  const plays = iterations * (targets.length + 2);
  const { features } = shape;
  // over all rows, and within classes
  const regressions = 2 * PRODUCT * features * features * sensitive.length * truncations.length;
  // one for each column and iteration, one by chance, and the same on real rows
  const forests = 2 * iterations * sensitive.length * (truncations.length + 1);
  const learned = Math.min(setSize, FOREST_ROWS);
  const tried = Math.max(1, features / 3);
  return stage('attribute', {
    fitted: iterations * (targets.length + 1) * fitSize(referenceSize, shape.pairs),
    drawn: plays * sets * setSize * draws(truncations),
    other:
      plays * sets * setSize * regressions +
      forests * ATTACK_FOREST.trees * treeTime(learned, tried),
  });
}

/** At the highest truncation, and at the lower ones only if that is not safe. */
function membershipWork(measured: Measured, truncations: readonly number[]): StageWork[] {
  const { membershipLevels, sizes, train } = measured.study;
  if (!isPlayed(measured.study)) return [];
  const game = resolveSizes(sizes.membership, train.rows, measured.pool, true);
  const [last, ...lower] = [...truncations].reverse();
  const isAll = membershipLevels === 'all' || lower.length === 0;
  return [
    gameWork('membership', measured, game, isAll ? truncations : [last], true),
    ...(isAll ? [] : [gameWork(LOWER_LEVELS, measured, game, lower, false)]),
  ];
}

function gameWork(
  name: string,
  { study: { targets }, shape: { features, pairs }, draws }: Measured,
  game: GameSizes,
  truncations: readonly number[],
  certain: boolean,
): StageWork {
  const shadows = game.shadows * (1 + targets.length);
  const own = game.iterations * (2 + targets.length);
  const rows = (shadows * game.setsPerShadow + own * game.sets) * game.setSize;
  const summaries = PRODUCT * features * (features + 10 * targets.length) * truncations.length;
  const learned = 2 * game.shadows * game.setsPerShadow;
  const forests = 2 * targets.length * truncations.length * game.trees;
  return stage(name, {
    certain,
    fitted: (shadows + own) * fitSize(game.trainSize, pairs),
    drawn: rows * draws(truncations),
    other: rows * summaries + forests * treeTime(learned, features),
  });
}

function auditedWork(
  { study, shape, draws }: Measured,
  truncations: readonly number[],
  isVine: boolean,
): StageWork[] {
  if (!isAudited(study)) return [];
  const { fits, trained, rows, other } = auditWork(study, shape, truncations, isVine);
  return [
    stage(MEMBERSHIP_AUDIT, {
      fitted: fits * fitSize(trained, shape.pairs),
      drawn: fits * rows * draws(truncations),
      other,
    }),
  ];
}

function utilityWork(
  { study: { sizes, train }, shape: { features }, drawsApart: draws }: Measured,
  truncations: readonly number[],
): StageWork {
  const { sets, trees } = sizes.utility;
  const grown = trees === 'paper' ? 500 : trees;
  return stage('utility', {
    drawn: sets * train.rows * draws(truncations),
    other: truncations.length * sets * grown * treeTime(train.rows, Math.sqrt(features)),
  });
}

function fidelityWork(
  { study: { train }, shape: { variables, features }, drawsApart: draws }: Measured,
  truncations: readonly number[],
): StageWork {
  const [near, ranked] = [Math.min(train.rows, MAX_ROWS), Math.min(train.rows, PAIR_ROWS)];
  const compared = DISTANCE * near * near * features + RANKS * ranked * variables * variables * 0.5;
  const detected = SPLIT * detectionSplits(train.rows) * features;
  return stage('fidelity', {
    drawn: train.rows * draws(truncations),
    other: truncations.length * (compared + detected),
  });
}

/** Nearest records, for two halves of the columns and for each sensitive one, of people in the table and others. */
function risksWork(
  { train, test, rows, sensitive }: ResolvedStudy,
  { variables }: VineShape,
): StageWork {
  const { attacks } = threeRisksDefaults;
  const people = Math.min(train.rows, attacks) + Math.min(test.rows, attacks);
  const looked = people * Math.min(rows, MOST_RECORDS) * variables * (1 + sensitive.length);
  return stage(RISKS_STAGE, { other: DISTANCE * looked, shared: false });
}

/** A fit, in observations of pairs. */
export function fitSize(rows: number, pairs: number): number {
  return (rows + PAIR_START) * pairs;
}

/** A tree that tries so many features at each node. */
function treeTime(rows: number, tried: number): number {
  const depth = Math.max(1, Math.floor(rows).toString(2).length - 1);
  return SPLIT * rows * depth * tried;
}

function stage(name: string, given: Partial<Omit<StageWork, 'stage' | 'work'>>): StageWork {
  const { certain = true, fitted = 0, drawn = 0, other = 0, shared = true } = given;
  return { stage: name, certain, fitted, drawn, other, work: FIT * fitted + drawn + other, shared };
}

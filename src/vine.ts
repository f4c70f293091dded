/**
 * tvinesynth/vine: the engine alone, on columns of numbers. It runs in Node and in a browser.
 *
 * @module tvinesynth/vine
 */

// Pair copulas

export type { PairCopulaOptions } from './copula/checkPair.ts';
export type { PairCopula } from './copula/evaluate.ts';
export { familyNames } from './copula/families/index.ts';
export type { FamilyName } from './copula/family.ts';
export { type FitPairOptions, fitPairCopula } from './copula/fitPairCopula.ts';
export { type EvaluablePairCopula, type OfPairs, pairCopula } from './copula/pairCopula.ts';
export type { Rotation } from './copula/rotation.ts';
export type { Criterion, PairFit } from './copula/selectPair.ts';
export type { FamilySet, SelectionOptions } from './copula/selectSettings.ts';
export type { TailDependence } from './copula/tailDependence.ts';
export { parametersOfTau, type TauFamily } from './copula/tau.ts';

// Structures

export { cvine } from './vine/structure/cvine.ts';
export { dvine } from './vine/structure/dvine.ts';
export type { TreeEdge } from './vine/structure/edges.ts';
export { fromMatrix, toMatrix } from './vine/structure/matrix.ts';
export { structureFromTrees } from './vine/structure/structureFromTrees.ts';
export { validateStructure } from './vine/structure/validateStructure.ts';
export type { VineStructure } from './vine/structure/vineStructure.ts';

// Vines

export { type FitVineSettings, fitVine } from './vine/fitVine.ts';
export { inverseRosenblatt } from './vine/inverseRosenblatt.ts';
export { type VineJSON, vineFromJSON, vineToJSON } from './vine/json.ts';
export type { ResponseSampling } from './vine/responseSampling.ts';
export { rosenblatt } from './vine/rosenblatt.ts';
export { type SampleSettings, sampleVine } from './vine/sample.ts';
export { truncateVine } from './vine/truncate.ts';
export { truncateColumns } from './vine/truncateColumns.ts';
export type {
  Atoms,
  EdgeCopula,
  EdgeShares,
  FittedEdge,
  GroupEdge,
  SplitEdge,
  Vine,
} from './vine/vine.ts';
export { vineLogLik } from './vine/vineLogLik.ts';
export type { VineSettings } from './vine/vineSettings.ts';

// Association and ranks

export { kendallMatrix, kendallTau } from './numerics/kendallTau.ts';
export { pearson } from './numerics/pearson.ts';
export { discretePseudoObservations, pseudoObservations, ranks } from './numerics/ranks.ts';

// What all of them throw when they are given something wrong, and tell while they work

export { InputError } from './numerics/inputError.ts';
export type { Progress } from './work/progress.ts';

/** The library: a table of contents. */

export type { PairCopulaOptions } from './copula/checkPair.ts';
export type { PairCopula } from './copula/evaluate.ts';
export type { FamilyName, Rotation } from './copula/family.ts';
export { familyNames } from './copula/family.ts';
export { type FitPairOptions, fitPairCopula } from './copula/fitPairCopula.ts';
export { type EvaluablePairCopula, type OfPairs, pairCopula } from './copula/pairCopula.ts';
export type { Criterion, PairFit } from './copula/selectPair.ts';
export type { FamilySet, SelectionOptions } from './copula/selectSettings.ts';
export type { TailDependence } from './copula/tailDependence.ts';
export { parametersOfTau, type TauFamily } from './copula/tau.ts';
export {
  type SimulatedTable,
  type SimulationSettings,
  simulateTable,
} from './demo/simulateTable.ts';
export { InputError } from './numerics/inputError.ts';
export { kendallMatrix, kendallTau } from './numerics/kendallTau.ts';
export { discretePseudoObservations, pseudoObservations, ranks } from './numerics/ranks.ts';
export { type FitVineSettings, fitVine } from './parallel/fitVine.ts';
export { type Rng, rngFromSeed } from './random/rng.ts';
export { type VineJSON, vineFromJSON, vineToJSON } from './vine/json.ts';
export { type ResponseSampling, type SampleSettings, sampleVine } from './vine/sample.ts';
export { cvine } from './vine/structure/cvine.ts';
export { dvine } from './vine/structure/dvine.ts';
export type { TreeEdge } from './vine/structure/edges.ts';
export { fromMatrix, toMatrix } from './vine/structure/matrix.ts';
export { structureFromTrees } from './vine/structure/structureFromTrees.ts';
export { validateStructure } from './vine/structure/validateStructure.ts';
export type { VineStructure } from './vine/structure/vineStructure.ts';
export { truncateVine } from './vine/truncate.ts';
export { inverseRosenblatt, rosenblatt, vineLogLik } from './vine/verbs.ts';
export type { Atoms, EdgeCopula, FittedEdge, Vine } from './vine/vine.ts';
export type { VineSettings } from './vine/vineSettings.ts';

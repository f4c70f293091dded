/** The library: a table of contents. */

export type { Audit } from './audit/audit.ts';
export { audit } from './audit/audit.ts';
export type { AuditFidelity } from './audit/auditFidelity.ts';
export type { AuditSettings } from './audit/auditSettings.ts';
export { describeAudit } from './audit/describeAudit.ts';
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
export { type SimulatedDataSettings, simulatedData } from './demo/simulatedData.ts';
export type { SimulatedTable } from './demo/simulateTable.ts';
export { type GeneratorName, generatorNames, generatorOf } from './generators/catalogue.ts';
export type { GeneratorChoice } from './generators/choice.ts';
export type {
  FittedGenerator,
  FitWatch,
  Generator,
  GeneratorLevels,
  GeneratorSettings,
  Truncation,
} from './generators/generator.ts';
export type { CtganSettings, TvaeSettings } from './generators/neural/settings.ts';
export type { DomainSettings } from './generators/private/domain.ts';
export type { PrivBayesSettings } from './generators/privbayes/settings.ts';
export type { PrivPgdSettings } from './generators/privpgd/settings.ts';
export { type Forest, growForest, predictForest } from './learners/forest.ts';
export type { ForestSettings } from './learners/forestSettings.ts';
export type { ModelName, ModelSettings } from './learners/models.ts';
export {
  type AttributeResult,
  type AttributeSettings,
  attributeAttack,
} from './measures/attribute/attributeAttack.ts';
export type {
  AttributeFindings,
  AttributeLevel,
  CategoryFindings,
} from './measures/attribute/findings.ts';
export type { NumericTable } from './measures/fidelity/columns.ts';
export { type Fidelity, type FidelitySettings, fidelity } from './measures/fidelity/fidelity.ts';
export { type MarginsFidelity, marginsFidelity } from './measures/fidelity/margins.ts';
export {
  type TableFidelity,
  type TableFidelitySettings,
  tableFidelity,
} from './measures/fidelity/tableFidelity.ts';
export {
  type ControlOutcome,
  type MembershipControls,
  membershipControls,
} from './measures/membership/controls.ts';
export type { FeatureSet } from './measures/membership/features.ts';
export {
  type MembershipFailure,
  type MembershipResult,
  membershipAttack,
} from './measures/membership/game.ts';
export type { MembershipOutcome, TargetOutcome } from './measures/membership/outcome.ts';
export type { Trial } from './measures/membership/scores.ts';
export type { MembershipSettings } from './measures/membership/settings.ts';
export {
  checkRelease,
  type ReleaseCheck,
  type ReleaseOptions,
} from './measures/release/releaseChecks.ts';
export type { AttackTarget } from './measures/targets.ts';
export {
  type ClassScores,
  type Evaluation,
  type LabelledRows,
  type NumericScores,
  trainAndTest as evaluateModel,
} from './measures/utility/trainAndTest.ts';
export {
  type ScoreValues,
  type UtilityLevel,
  type UtilityResult,
  type UtilitySettings,
  utility,
} from './measures/utility/utility.ts';
export { fit } from './model/fit.ts';
export { type Model, type ModelColumn, sensibleTruncation, truncate } from './model/model.ts';
export {
  type ModelJSON,
  modelFromJSON,
  modelFromText,
  modelToJSON,
  modelToText,
} from './model/modelFile.ts';
export { orderTable, type TableOrder } from './model/orderTable.ts';
export {
  type ChunkSettings,
  type SampleTableSettings,
  sample,
  sampleChunks,
} from './model/sample.ts';
export type { FitProgress, FitSettings } from './model/settings.ts';
export { InputError } from './numerics/inputError.ts';
export {
  clopperPearson,
  differenceOfRates,
  type Interval,
  meanInterval,
  medianInterval,
  provableEpsilon,
  wilson,
} from './numerics/intervals.ts';
export { kendallMatrix, kendallTau } from './numerics/kendallTau.ts';
export { pearson } from './numerics/pearson.ts';
export { discretePseudoObservations, pseudoObservations, ranks } from './numerics/ranks.ts';
export type {
  ColumnVariables,
  CovariateOrder,
  OrderedColumn,
  RelatedColumn,
  Relation,
} from './order/covariateOrder.ts';
export { describeOrder } from './order/describeOrder.ts';
export { describePreview } from './order/describePreview.ts';
export type { AttackPreview, Preview, PreviewLevel } from './order/preview.ts';
export { type PreviewColumnsSettings, previewColumns } from './order/previewColumns.ts';
export { type Rng, rngFromSeed } from './random/rng.ts';
export { candidateLevels, type LevelChoice } from './study/levels.ts';
export { type PresetName, presets } from './study/presets.ts';
export type { ComparedResult, LevelResult, StudyResults } from './study/results.ts';
export { type StudyResult, study } from './study/study.ts';
export { studyKey } from './study/studyKey.ts';
export type { StudyProgress } from './study/studyProgress.ts';
export type { CompetitorSettings as OtherSettings, StudySettings } from './study/studySettings.ts';
export {
  applySchema,
  type ColumnLayout,
  type TypedColumn,
  type TypedLevels,
  type TypedNumbers,
  type TypedOther,
  type TypedTable,
} from './table/applySchema.ts';
export { type CsvOptions, createReader, type TableReader } from './table/createReader.ts';
export { describeTable, type TableDescription } from './table/describeTable.ts';
export {
  type ColumnDetection,
  type Detection,
  type DetectOptions,
  detectSchema,
  schemaOf,
} from './table/detectSchema.ts';
export { type ReadOptions, readTable } from './table/readTable.ts';
export { restoreTable } from './table/restoreTable.ts';
export {
  type ColumnSchema,
  type ColumnType,
  checkSchema,
  jsonSchemaOfSchema,
  parseSchema,
  schemaToJSON,
  type TableSchema,
} from './table/schema.ts';
export type { ReopenableSource, TableSource } from './table/source.ts';
export type {
  Column,
  Encoding,
  FileFormat,
  NumberFormat,
  NumericColumn,
  ScientificFormat,
  Table,
  TextColumn,
} from './table/table.ts';
export { takeRows } from './table/takeRows.ts';
export {
  createWriter,
  type TableWriter,
  type WriteOptions,
  type WrittenTable,
  writeTable,
} from './table/writeTable.ts';
export { type FitVineSettings, fitVine } from './vine/fitVine.ts';
export { inverseRosenblatt } from './vine/inverseRosenblatt.ts';
export { type VineJSON, vineFromJSON, vineToJSON } from './vine/json.ts';
export type { ResponseSampling } from './vine/responseSampling.ts';
export { rosenblatt } from './vine/rosenblatt.ts';
export { type SampleSettings, sampleVine } from './vine/sample.ts';
export { cvine } from './vine/structure/cvine.ts';
export { dvine } from './vine/structure/dvine.ts';
export type { TreeEdge } from './vine/structure/edges.ts';
export { fromMatrix, toMatrix } from './vine/structure/matrix.ts';
export { structureFromTrees } from './vine/structure/structureFromTrees.ts';
export { validateStructure } from './vine/structure/validateStructure.ts';
export type { VineStructure } from './vine/structure/vineStructure.ts';
export { truncateVine } from './vine/truncate.ts';
export type { Atoms, EdgeCopula, FittedEdge, Vine } from './vine/vine.ts';
export { vineLogLik } from './vine/vineLogLik.ts';
export type { VineSettings } from './vine/vineSettings.ts';
export { endRestingThreads } from './work/pool.ts';
export type { Progress } from './work/progress.ts';
export type { StageProgress as AuditProgress } from './work/stages.ts';
export type { WorkStore } from './work/store.ts';

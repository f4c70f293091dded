/**
 * tvinesynth: tables in, synthetic tables out, and what they give away. It runs in Node and in a
 * browser. The engine alone is tvinesynth/vine; files are tvinesynth/node.
 *
 * @module tvinesynth
 */

// From a table to a decision: synthesise, attack, measure, recommend; and the report of it

export { type ReportSettings, report } from './report.ts';
export type { Constraints } from './study/constraints.ts';
export type {
  JudgedFigure,
  JudgedLevel,
  Judgement,
  Limit,
  ReleaseVerdict,
  RiskName,
  VerdictWord,
} from './study/decision.ts';
export type { LevelChoice } from './study/levels.ts';
export { type PresetName, presets } from './study/presets.ts';
export type {
  ComparedResult,
  LevelResult,
  PromiseResult,
  StudyResults,
} from './study/results.ts';
export {
  type AnyStudyResult,
  type PrivateStudyResult,
  type StudyResult,
  study,
} from './study/study.ts';
export type { StudyProgress } from './study/studyProgress.ts';
export type {
  AnyStudySettings,
  CompetitorSettings,
  PrivateStudySettings,
  StudySettings,
} from './study/studySettings.ts';

// The same measures for a synthetic table that any tool made

export type { Audit } from './audit/audit.ts';
export { audit } from './audit/audit.ts';
export type { AuditFidelity } from './audit/auditFidelity.ts';
export type { AuditSettings } from './audit/auditSettings.ts';
export type { StageProgress as AuditProgress } from './work/stages.ts';

// A certificate of either, which a stranger can verify: digests, figures, verdict, signature

export type { Certificate, CertificateContent } from './certificate/certificate.ts';
export { certificateJsonSchema } from './certificate/certificateSchema.ts';
export {
  type Circumstances,
  certifyAudit,
  certifyStudy,
  fileEntry,
} from './certificate/certify.ts';
export type { Finding } from './certificate/finding.ts';
export {
  type KeyFiles,
  newKeys,
  publicKeyFromPem,
  type Signer,
  signerFromPem,
} from './certificate/keys.ts';
export { newSalt, type Salt, saltedDigest, saltFromText, saltText } from './certificate/salt.ts';
export { sealCertificate } from './certificate/sealCertificate.ts';
export {
  type Evidence,
  type FileDigest,
  type Verification,
  verifyCertificate,
} from './certificate/verifyCertificate.ts';

// The model of a table: order its columns, fit once, cut after any tree, draw

export { type FoundRelation, findRelations } from './model/findRelations.ts';
export { fit } from './model/fit.ts';
export type { Model, ModelColumn } from './model/model.ts';
export { modelFromText, modelToText } from './model/modelFile.ts';
export { orderTable, type TableOrder } from './model/orderTable.ts';
export {
  type ChunkSettings,
  type SampleTableSettings,
  sample,
  sampleChunks,
} from './model/sample.ts';
export type { FitProgress, FitSettings } from './model/settings.ts';
export { type ModelTruncation, truncate } from './model/truncate.ts';
export type { Where } from './model/where.ts';
export type {
  ColumnVariables,
  CovariateOrder,
  OrderedColumn,
  RelatedColumn,
  Relation,
} from './order/covariateOrder.ts';
export type { AttackPreview, Preview, PreviewLevel } from './order/preview.ts';

// Measures: what a generator gives away, and what its tables are good for

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
export type { Fidelity, FidelitySettings } from './measures/fidelity/fidelity.ts';
export type { MarginsFidelity } from './measures/fidelity/margins.ts';
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
export type { ControlAudit, ControlName } from './measures/membershipAudit/controls.ts';
export type {
  GroupAudit,
  LevelAudit,
  OneShotAudit,
} from './measures/membershipAudit/levelAudit.ts';
export {
  type MembershipAudit,
  membershipAudit,
} from './measures/membershipAudit/membershipAudit.ts';
export type { ScoreAudit } from './measures/membershipAudit/scoreAudit.ts';
export type { ScoreName } from './measures/membershipAudit/scores/score.ts';
export type { PeopleScreen } from './measures/membershipAudit/screenPeople.ts';
export type { MembershipAuditSettings } from './measures/membershipAudit/settings.ts';
export {
  checkRelease,
  type ReleaseCheck,
  type ReleaseOptions,
} from './measures/release/releaseChecks.ts';
export type { AttackTarget } from './measures/targets.ts';
export type { AttackRate, Risk } from './measures/threeRisks/residualRisk.ts';
export {
  type ThreeRisks,
  type ThreeRisksSettings,
  threeRisks,
} from './measures/threeRisks/threeRisks.ts';
export type { ClassScores, Evaluation, NumericScores } from './measures/utility/trainAndTest.ts';
export {
  type ScoreValues,
  type UtilityLevel,
  type UtilityResult,
  type UtilitySettings,
  utility,
} from './measures/utility/utility.ts';
export type { Interval } from './numerics/intervals.ts';

// Generators: vines and their competitors, by name; your own is an object with `fit`

export { type GeneratorName, generatorNames, generatorOf } from './generators/catalogue.ts';
export type { GeneratorChoice } from './generators/choice.ts';
export type { DpvineSettings } from './generators/dpvine/settings.ts';
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
export { type Rng, rngFromSeed } from './random/rng.ts';

// Tables: read, make, write; what their columns hold; the paper's simulated data

export { type SimulatedDataSettings, simulatedData } from './demo/simulatedData.ts';
export type { SimulatedTable } from './demo/simulateTable.ts';
export type { CsvOptions } from './table/createReader.ts';
export {
  type ColumnDetection,
  type Detection,
  type DetectOptions,
  detectSchema,
  schemaOf,
} from './table/detectSchema.ts';
export { type ReadOptions, readTable } from './table/readTable.ts';
export {
  type ColumnSchema,
  type ColumnType,
  type Constraint,
  type DerivedSchema,
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
export { type ColumnValues, tableFromColumns } from './table/tableFromColumns.ts';
export { takeRows } from './table/takeRows.ts';
export { type WriteOptions, type WrittenTable, writeTable } from './table/writeTable.ts';

// What all of them throw when they are given something wrong, tell while they work, and can keep

export { InputError } from './numerics/inputError.ts';
export type { Progress } from './work/progress.ts';
export type { WorkStore } from './work/store.ts';

// Also in tvinesynth/vine; leaves this door with the next version

export * from './vine.ts';

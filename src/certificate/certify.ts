/** What a certificate says of a study or an audit: their verdict, limits, judged figures and checks, as published. */

import type { Audit } from '../audit/audit.ts';
import { sha256 } from '../documents/sha256.ts';
import type { ReleaseCheck } from '../measures/release/releaseChecks.ts';
import type { AttackRate, Risk } from '../measures/threeRisks/residualRisk.ts';
import { ENGINE_VERSION } from '../model/engine.ts';
import type { JudgedLevel, Limit } from '../study/decision.ts';
import type { StudyResults } from '../study/results.ts';
import type { CertificateContent, FileRole } from './certificate.ts';
import { CERTIFICATE_FORMAT, CERTIFICATE_VERSION } from './certificateSchema.ts';

type Content = CertificateContent;

/** What the results do not know of: the command, its files and the day. */
export interface Circumstances {
  readonly command: Content['command'];
  /** As in '2026-11-18'. */
  readonly date: string | null;
  readonly options: Content['options'];
  /** What was read, by its salted digests. */
  readonly input: Pick<Content['input'], 'table' | 'test' | 'schema'>;
  readonly files: Content['files'];
}

/** For what results alone say, whatever stood around them. */
export const NO_CIRCUMSTANCES: Circumstances = {
  command: 'run',
  date: null,
  options: {},
  input: { table: null, test: null, schema: null },
  files: {},
};

/** A file by its name and what it holds. */
export function fileEntry(
  file: string,
  bytes: Uint8Array,
): NonNullable<Content['files'][FileRole]> {
  return { file, bytes: bytes.length, sha256: sha256(bytes) };
}

/** Of `run`, `demo` and studies of the library. */
export function certifyStudy(results: StudyResults, around: Circumstances): Content {
  const { verdict, limits, checks, data } = results;
  const { word, why, truncation, sentences, against, model, forced } = verdict;
  return {
    ...headOf(around),
    engine: results.engine,
    results: { format: results.format, version: results.version },
    seed: results.seed,
    preset: results.preset,
    input: { rows: data.rows, columns: data.columns, ...around.input },
    verdict: {
      word,
      why,
      truncation,
      sentences: { ...sentences },
      against: [...against],
      model: { word: model.word, why: model.why },
      forced,
    },
    limits: limits.map(limitOf),
    judged: judgedOf(judgedIn(results)),
    checks: checks.map(checkOf),
    threeRisks: risksOf(results.threeRisks),
    promise: promiseOf(results.promise),
  };
}

/** Of `audit`. */
export function certifyAudit(found: Audit, around: Circumstances): Content {
  const { verdict, limits, judged, checks, data } = found;
  const { word, why, sentences, against } = verdict;
  return {
    ...headOf(around),
    engine: ENGINE_VERSION,
    results: { format: found.format, version: found.version },
    seed: found.seed,
    preset: null,
    input: { rows: data.rows.real, columns: data.columns.compared.length, ...around.input },
    verdict: {
      word,
      why,
      truncation: null,
      sentences: { ...sentences },
      against: [...against],
      model: null,
      forced: false,
    },
    limits: limits.map(limitOf),
    judged: judgedOf(judged),
    checks: checks.map(checkOf),
    threeRisks: risksOf(found.threeRisks),
    promise: null,
  };
}

function headOf({ command, date, options, files }: Circumstances) {
  return {
    format: CERTIFICATE_FORMAT,
    version: CERTIFICATE_VERSION,
    command,
    date,
    options,
    files,
  } as const;
}

/** Of the table that is released, or would come nearest. */
function judgedIn({ columnLevels, levels, recommended }: StudyResults): JudgedLevel {
  if (columnLevels?.released) return columnLevels.judged;
  const level = levels.find(({ truncation }) => truncation === recommended.truncation);
  if (!level) throw new Error('the recommended level is not among the levels');
  return level.judged;
}

function limitOf({ risk, value, words }: Limit): Content['limits'][number] {
  return { risk, value, words };
}

function judgedOf({ judged, figures }: JudgedLevel): Content['judged'] {
  return {
    judged,
    figures: figures.map(({ risk, of, figure, limit, judged: word, words }) => ({
      risk,
      of,
      figure: intervalOf(figure),
      limit,
      judged: word,
      words,
    })),
  };
}

type Interval = Content['judged']['figures'][number]['figure'];

function intervalOf({ estimate, low, high, level }: Interval): Interval {
  return { estimate, low, high, level };
}

/** Older results have none. */
function risksOf(risks: StudyResults['threeRisks'] | undefined): Content['threeRisks'] {
  if (!risks) return null;
  const { singlingOut, linkability, inference } = risks;
  const { univariate, multivariate } = singlingOut;
  return {
    singlingOut: {
      univariate: univariate && riskOf(univariate),
      multivariate: multivariate && riskOf(multivariate),
    },
    linkability: linkability && {
      ...riskOf(linkability),
      known: linkability.known.map((names) => [...names]),
    },
    inference: inference.map((each) => ({
      ...riskOf(each),
      name: each.name,
      known: [...each.known],
    })),
  };
}

function riskOf({ main, control, baseline, residual, beatsBaseline }: Risk) {
  const rate = ({ attacks, rate: found }: AttackRate) => ({ attacks, rate: intervalOf(found) });
  return {
    main: rate(main),
    control: control && rate(control),
    baseline: rate(baseline),
    residual: residual && intervalOf(residual),
    beatsBaseline,
  };
}

/** Results before private studies have none. */
function promiseOf(promise: StudyResults['promise'] | undefined): Content['promise'] {
  if (!promise) return null;
  const { epsilon, delta, neighbours, holds, statement, covered, notCovered } = promise;
  return {
    generator: 'dpvine',
    epsilon,
    delta,
    neighbours,
    holds,
    statement,
    covered: [...covered],
    notCovered: [...notCovered],
  };
}

function checkOf({ name, passed, found, allowed }: ReleaseCheck): Content['checks'][number] {
  return { name, passed, found, allowed };
}

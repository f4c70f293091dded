/** What CTGAN and TVAE may be told, and what it resolves to. */

import { InputError } from '../../numerics/inputError.ts';

/** What both have. */
interface NeuralSettings {
  /**
   * Settings of the paper, for its simulated data or for SUPPORT2, with what its software does; what is
   * given besides them counts. Default: none.
   */
  readonly preset?: 'paper-simulated' | 'paper-support2';
  /** How often all rows are gone through. Default: 300. */
  readonly epochs?: number;
  /**
   * Rows of a training step. Default: 500; in a table of fewer than 4,000 rows about an eighth of them, at
   * least 50, since an epoch of one or two steps teaches little.
   */
  readonly batch?: number;
  /**
   * Synthetic numbers end at the limits that k records of the table support where the schema declares no
   * bounds; false: only declared bounds count. Default: true.
   */
  readonly clip?: boolean;
  /**
   * Limits, modes, levels and gaps that fewer than k records support are kept out of the fit and of what
   * it draws. False: as the paper's software; the fit then shows single people and cannot be saved.
   * Default: true; false in the paper's presets.
   */
  readonly guard?: boolean;
  /** Continuous columns are rounded to the decimals they were written with. Default: true. */
  readonly round?: boolean;
}

export interface CtganSettings extends NeuralSettings {
  /**
   * Rows that the discriminator sees at once; the batch must be even and a multiple of it. Default: 10.
   * A batch may be larger than the table: rows are drawn with replacement, and an epoch is one step.
   */
  readonly pac?: number;
  /** Random numbers that a row is made from. Default: 128. */
  readonly embedding?: number;
  /** Widths of the layers, multiples of four. Default: 256 and 256. */
  readonly generator?: readonly number[];
  readonly discriminator?: readonly [number, number];
  /** Learning rates. Default: 2e-4. */
  readonly generatorRate?: number;
  readonly discriminatorRate?: number;
  /** Decay of weights. Default: 1e-6. */
  readonly generatorDecay?: number;
  readonly discriminatorDecay?: number;
  /** Steps of the discriminator for each of the generator. Default: 1. */
  readonly discriminatorSteps?: number;
  /** Training draws categories by the logarithm of their counts, not by the counts. Default: true. */
  readonly logFrequency?: boolean;
  /**
   * Conditions of a sample as ctgan 0.8.0 draws them, which by an error do not follow the categories'
   * frequencies. Default: false; true in the paper's presets.
   */
  readonly legacySampling?: boolean;
}

export interface TvaeSettings extends NeuralSettings {
  /** Numbers of the code between the two networks. Default: 128. */
  readonly latent?: number;
  /** Widths of the layers. Default: 128 and 128. */
  readonly compress?: readonly [number, number];
  readonly decompress?: readonly [number, number];
  /** Learning rate. Default: 1e-3. */
  readonly rate?: number;
  /** Decay of weights. Default: 1e-5. */
  readonly decay?: number;
  /** The weight of the reconstruction against the divergence of the code. Default: 2. */
  readonly lossFactor?: number;
  /**
   * What becomes of the rows of an epoch that fill no batch: a smaller batch, as in the original, or
   * nothing. With 'keep' one row more than a multiple of the batch gets a step of its own, and whoever
   * sees the result can tell (LIMITS.md). A batch larger than the table is all its rows. Default: 'drop';
   * 'keep' in the paper's presets.
   */
  readonly lastBatch?: 'keep' | 'drop';
}

export type ResolvedCtgan = Required<Omit<CtganSettings, 'preset'>>;
export type ResolvedTvae = Required<Omit<TvaeSettings, 'preset'>>;

const CTGAN: Omit<ResolvedCtgan, 'batch'> = {
  epochs: 300,
  pac: 10,
  embedding: 128,
  generator: [256, 256],
  discriminator: [256, 256],
  generatorRate: 2e-4,
  discriminatorRate: 2e-4,
  generatorDecay: 1e-6,
  discriminatorDecay: 1e-6,
  discriminatorSteps: 1,
  logFrequency: true,
  legacySampling: false,
  clip: true,
  guard: true,
  round: true,
};

const TVAE: Omit<ResolvedTvae, 'batch'> = {
  epochs: 300,
  latent: 128,
  compress: [128, 128],
  decompress: [128, 128],
  rate: 1e-3,
  decay: 1e-5,
  lossFactor: 2,
  lastBatch: 'drop',
  clip: true,
  guard: true,
  round: true,
};

const CTGAN_PRESETS = {
  'paper-simulated': { epochs: 1000, batch: 150, round: false, legacySampling: true, guard: false },
  'paper-support2': { epochs: 400, batch: 100, round: false, legacySampling: true, guard: false },
} as const;

const TVAE_PRESETS = {
  'paper-simulated': { epochs: 1500, batch: 400, latent: 2, lastBatch: 'keep', guard: false },
  'paper-support2': { epochs: 800, batch: 100, latent: 4, lastBatch: 'keep', guard: false },
} as const;

/** `rows`: of the table. */
export function resolveCtgan(
  { preset, ...given }: CtganSettings | undefined = {},
  rows: number,
): ResolvedCtgan {
  const isWhole = wholeFor('CTGAN');
  const { pac = CTGAN.pac } = given;
  isWhole('pac', pac);
  const settings = {
    ...CTGAN,
    batch: batchFor(rows, pac % 2 === 0 ? pac : 2 * pac),
    ...presetOf('CTGAN', CTGAN_PRESETS, preset),
    ...defined(given),
  };
  const { batch, generator, discriminator } = settings;
  isWhole('epochs', settings.epochs);
  isWhole('batch', batch);
  isWhole('embedding', settings.embedding);
  isWhole('discriminatorSteps', settings.discriminatorSteps);
  if (batch % 2 !== 0) {
    throw new InputError(`CTGAN, batch: found ${batch}. Give an even number.`);
  }
  if (batch % pac !== 0) {
    const near = Math.max(1, Math.round(batch / pac)) * pac;
    const even = near % 2 === 0 ? near : near + pac;
    throw new InputError(
      `CTGAN, batch: found ${batch}, which is no multiple of pac = ${pac}. Give a multiple, such as ${even}.`,
    );
  }
  widths('CTGAN', 'generator', generator, 4);
  widths('CTGAN', 'discriminator', discriminator, 4, 2);
  for (const name of ['generatorRate', 'discriminatorRate'] as const) {
    positive('CTGAN', name, settings[name]);
  }
  for (const name of ['generatorDecay', 'discriminatorDecay'] as const) {
    notNegative('CTGAN', name, settings[name]);
  }
  return settings;
}

/** `rows`: of the table. */
export function resolveTvae(
  { preset, ...given }: TvaeSettings | undefined = {},
  rows: number,
): ResolvedTvae {
  const settings = {
    ...TVAE,
    batch: batchFor(rows, 10),
    ...presetOf('TVAE', TVAE_PRESETS, preset),
    ...defined(given),
  };
  const isWhole = wholeFor('TVAE');
  isWhole('epochs', settings.epochs);
  isWhole('batch', settings.batch);
  isWhole('latent', settings.latent);
  widths('TVAE', 'compress', settings.compress, 1, 2);
  widths('TVAE', 'decompress', settings.decompress, 1, 2);
  positive('TVAE', 'rate', settings.rate);
  positive('TVAE', 'lossFactor', settings.lossFactor);
  notNegative('TVAE', 'decay', settings.decay);
  if (settings.lastBatch !== 'keep' && settings.lastBatch !== 'drop') {
    throw new InputError(`TVAE, lastBatch: found '${settings.lastBatch}'. Give keep or drop.`);
  }
  return settings;
}

/**
 * In steps of some rows, so that one row more or less seldom changes it. With the usual 500 rows a table
 * of 884 gives one or two steps an epoch: the forest's AUC on SUPPORT2's test rows with batches of 500,
 * 220, 110 and 50 was 0.57, 0.66, 0.62 and 0.65 (CTGAN), and 0.69, 0.74, 0.74 and 0.75 (TVAE), means of
 * three seeds. Any of the smaller ones will do.
 */
function batchFor(rows: number, multiple: number): number {
  const wanted = Math.min(500, Math.max(50, Math.floor(rows / 8)));
  return Math.max(1, Math.floor(wanted / multiple)) * multiple;
}

function presetOf<P extends object>(what: string, presets: P, name: string | undefined): object {
  if (name === undefined) return {};
  if (Object.hasOwn(presets, name)) return presets[name as keyof P] as object;
  throw new InputError(
    `${what}, preset: found '${name}'. Give ${Object.keys(presets).join(' or ')}.`,
  );
}

/** What is given as undefined is not given. */
function defined<T extends object>(given: T): Partial<T> {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<T>;
}

function wholeFor(what: string): (name: string, value: number) => void {
  return (name, value) => {
    if (Number.isSafeInteger(value) && value >= 1) return;
    throw new InputError(`${what}, ${name}: found ${value}. Give a whole number of at least 1.`);
  };
}

function widths(
  what: string,
  name: string,
  given: readonly number[],
  multiple: number,
  layers?: number,
): void {
  const isRight = (width: number) =>
    Number.isSafeInteger(width) && width >= 1 && width % multiple === 0;
  const isList =
    Array.isArray(given) && (layers === undefined ? given.length > 0 : given.length === layers);
  if (isList && given.every(isRight)) return;
  const numbers = multiple === 1 ? 'whole numbers of at least 1' : `multiples of ${multiple}`;
  const count = layers === undefined ? 'one or more' : `${layers}`;
  throw new InputError(
    `${what}, ${name}: found ${JSON.stringify(given)}. Give ${count} ${numbers}.`,
  );
}

function positive(what: string, name: string, value: number): void {
  if (value > 0 && Number.isFinite(value)) return;
  throw new InputError(`${what}, ${name}: found ${value}. Give a positive number.`);
}

function notNegative(what: string, name: string, value: number): void {
  if (value >= 0 && Number.isFinite(value)) return;
  throw new InputError(`${what}, ${name}: found ${value}. Give 0 or a positive number.`);
}

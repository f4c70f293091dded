/** What PrivPGD may be told, and what it resolves to. */

import { InputError } from '../../numerics/inputError.ts';
import { exactMultiplier, gaussianMultiplier } from '../private/accounting.ts';
import type { Decoding } from '../private/cells.ts';
import { checkChoice, checkPositive, checkShare, checkWhole } from '../private/check.ts';
import type { DomainSettings } from '../private/domain.ts';
import type { DescentSettings } from './descend.ts';
import type { ProjectionSettings } from './project.ts';

export interface PrivPgdSettings extends DomainSettings {
  /**
   * 'paper': epsilon 2.5, delta 1e-5, 32 bins, noise by Renyi accounting, the original's numbers of
   * steps, values at the centres of their bins. What is set beside a preset overrules it. Default:
   * 'standard'.
   */
  readonly preset?: 'standard' | 'paper';
  /** The privacy budget. Default: 2.5. */
  readonly epsilon?: number;
  /** The chance that the budget does not hold. Default: 1e-5. */
  readonly delta?: number;
  /** How the noise follows from the budget; 'exact' needs about a fifth less. Default: 'exact'. */
  readonly accounting?: 'exact' | 'renyi';
  /** Bins of a numeric column. Default: 32. */
  readonly bins?: number;
  /** Pairs of columns whose tables are measured. Default: all. */
  readonly workload?: readonly (readonly [string, string])[];
  /** How thoroughly particles are moved: 'faithful' as the original. Default: 'fast'. */
  readonly mode?: 'fast' | 'faithful';
  /** Rows that are fitted; samples are drawn from them. Default: 2,000; 'faithful': 25,000. */
  readonly particles?: number;
  /**
   * Times that all pairs are visited. Default: so many that each column is visited 1,560 times, which
   * are 60 for all pairs of 27 columns; 'faithful': 1,000.
   */
  readonly epochs?: number;
  /** Steps of the projections; fewer make a fit for attacks cheaper. Default: 400; 'faithful': 1,750. */
  readonly projectionSteps?: number;
  /** 'whole' noise is rounded (see mechanisms.ts). Default: 'whole'. */
  readonly noise?: 'whole' | 'real';
  /** Where in its bin a number is drawn. Default: 'uniform'. */
  readonly decoding?: Decoding;
}

export interface ResolvedPrivPgd extends DomainSettings {
  readonly epsilon: number;
  readonly delta: number;
  /** The standard deviation of the noise over the L2 sensitivity. */
  readonly multiplier: number;
  readonly bins: number;
  readonly workload?: readonly (readonly [string, string])[] | undefined;
  readonly noise: 'whole' | 'real';
  readonly decoding: Decoding;
  /** Directions of the bank. */
  readonly angles: number;
  readonly projection: ProjectionSettings;
  /** Visits of each column, where the number of epochs is not given. */
  readonly visits?: number | undefined;
  readonly descent: DescentSettings;
}

const PRESETS = {
  standard: { mode: 'fast', noise: 'whole', decoding: 'uniform', accounting: 'exact' },
  paper: { mode: 'faithful', noise: 'real', decoding: 'centre', accounting: 'renyi' },
} as const;

/**
 * 'faithful' is the original: 1,000 epochs with 10 directions a pair (of our bank of 256), of which a
 * fifth of the entries move; 25,000 particles, as it has in the attribute attack; projections by 1,750
 * steps with 200 directions. 'fast' moves all entries in few epochs. `bench/privpgd.ts` shows both side
 * by side: their tables are as near to the measured ones.
 */
const MODES: Readonly<
  Record<'fast' | 'faithful', Pick<ResolvedPrivPgd, 'angles' | 'projection' | 'visits' | 'descent'>>
> = {
  fast: {
    angles: 64,
    projection: { steps: 400, slices: 16, rate: 0.3, reductions: 17.5 },
    visits: 1560,
    descent: {
      particles: 2000,
      epochs: 60,
      slices: 2,
      batch: 5,
      keep: 1,
      rate: 0.1,
    },
  },
  faithful: {
    angles: 256,
    projection: { steps: 1750, slices: 200, rate: 0.1, reductions: 17.5 },
    descent: {
      particles: 25_000,
      epochs: 1000,
      slices: 10,
      batch: 5,
      keep: 0.2,
      rate: 0.1,
    },
  },
};

export function resolvePrivPgd(given: PrivPgdSettings): ResolvedPrivPgd {
  const { preset = 'standard', epsilon = 2.5, delta = 1e-5, bins = 32, workload } = given;
  checkChoice('PrivPGD, preset', preset, Object.keys(PRESETS));
  const { mode, noise, decoding, accounting } = { ...PRESETS[preset], ...given };
  checkChoice('PrivPGD, mode', mode, Object.keys(MODES));
  checkChoice('PrivPGD, noise', noise, ['whole', 'real']);
  checkChoice('PrivPGD, decoding', decoding, ['uniform', 'centre']);
  checkChoice('PrivPGD, accounting', accounting, ['exact', 'renyi']);
  const { angles, projection, visits, descent } = MODES[mode];
  const { particles = descent.particles, epochs = descent.epochs } = given;
  checkPositive('PrivPGD', { epsilon });
  checkShare('PrivPGD', { delta });
  const { projectionSteps = projection.steps } = given;
  checkWhole('PrivPGD', 1, { bins, particles, epochs, projectionSteps });
  if (particles > MOST_PARTICLES) {
    throw new InputError(
      `PrivPGD, particles: found ${particles}. Give at most ${MOST_PARTICLES}; samples may have more rows.`,
    );
  }
  return {
    multiplier: (accounting === 'exact' ? exactMultiplier : gaussianMultiplier)(epsilon, delta),
    epsilon,
    delta,
    bins,
    workload,
    noise,
    decoding,
    angles,
    projection: { ...projection, steps: projectionSteps },
    ...(given.epochs === undefined && { visits }),
    descent: { ...descent, particles, epochs },
    ranges: given.ranges ?? 'declared',
    ...(given.gaps && { gaps: given.gaps }),
  };
}

const MOST_PARTICLES = 1_000_000;

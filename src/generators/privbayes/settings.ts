/** What PrivBayes may be told, and what it resolves to. */

import { checkChoice, checkPositive, checkShare, checkWhole } from '../private/check.ts';
import type { DomainSettings } from '../private/domain.ts';

export interface PrivBayesSettings extends DomainSettings {
  /**
   * 'paper': 25 bins, degree 1, Laplace noise, and ranges: 'extremes', as the software behind the paper
   * has it, which voids the guarantee; `ranges` set beside it shows the effect.
   * What is set beside a preset overrules it. Default: 'standard'.
   */
  readonly preset?: 'standard' | 'paper';
  /** The privacy budget; a name such as privbayes-5 fixes it. Default: 1. */
  readonly epsilon?: number;
  /**
   * Parents of a column, or 'theta': for each column as many as leave its table useful. Default:
   * 'theta'.
   */
  readonly degree?: number | 'theta';
  /** Of 'theta': how much larger a cell's mean count must be than the noise's scale. Default: 4. */
  readonly theta?: number;
  /** Of 'theta': parents that a column may have at most. Default: 3. */
  readonly mostParents?: number;
  /** Bins of a numeric column. Default: 25; with 'theta' 10. */
  readonly bins?: number;
  /** The share of epsilon that the choice of the network takes. Default: 0.5; with 'theta' 0.3. */
  readonly structureShare?: number;
  /** 'geometric' is Laplace's noise in whole numbers (see mechanisms.ts). Default: 'geometric'. */
  readonly noise?: 'geometric' | 'laplace';
}

export interface ResolvedPrivBayes extends DomainSettings {
  readonly epsilon: number;
  readonly degree: number | 'theta';
  readonly theta: number;
  readonly mostParents: number;
  readonly bins: number;
  readonly structureShare: number;
  readonly noise: 'geometric' | 'laplace';
  readonly ranges: NonNullable<DomainSettings['ranges']>;
}

const PRESETS = {
  standard: { degree: 'theta', noise: 'geometric', ranges: 'declared' },
  paper: { degree: 1, noise: 'laplace', ranges: 'extremes' },
} as const;

export function resolvePrivBayes(
  { preset = 'standard', ...given }: PrivBayesSettings,
  fixed?: number,
): ResolvedPrivBayes {
  checkChoice('PrivBayes, preset', preset, Object.keys(PRESETS));
  const degree = given.degree ?? PRESETS[preset].degree;
  const [bins, structureShare] = degree === 'theta' ? [10, 0.3] : [25, 0.5];
  const resolved = {
    epsilon: 1,
    theta: 4,
    mostParents: 3,
    bins,
    structureShare,
    ...PRESETS[preset],
    ...given,
    ...(fixed !== undefined && { epsilon: fixed }),
  };
  const { theta, mostParents } = resolved;
  checkPositive('PrivBayes', { epsilon: resolved.epsilon, theta });
  checkShare('PrivBayes', { structureShare: resolved.structureShare });
  checkWhole('PrivBayes', 1, { bins: resolved.bins, mostParents });
  if (resolved.degree !== 'theta') checkWhole('PrivBayes', 1, { degree: resolved.degree });
  checkChoice('PrivBayes, noise', resolved.noise, ['geometric', 'laplace']);
  return resolved;
}

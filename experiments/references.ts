/**
 * Curves to compare with: a Gaussian C-vine with the normal-score correlations of the data, fixed, and
 * a latent response; mean absolute coefficient and R² over sets of 500 rows. A fitted parametric vine
 * lands near them, a little higher, as its parameters are estimated on 500 rows.
 */

import type { Curve } from './claim.ts';
import type { AttributeAt } from './games.ts';
import { along, at, mab } from './values.ts';

interface Reference {
  readonly levels: readonly number[];
  readonly columns: Readonly<
    Record<string, { readonly mab: readonly number[]; readonly r2: readonly number[] }>
  >;
}

/** Over 100 sets. */
export const SIMULATED_REFERENCE: Reference = {
  levels: [1, 6, 11, 12, 13, 14, 16, 17, 18, 19, 20],
  columns: {
    X1: {
      mab: [0.04, 0.045, 0.047, 0.05, 0.052, 0.05, 0.053, 0.059, 0.058, 0.092, 0.078],
      r2: [0.04, 0.04, 0.05, 0.05, 0.05, 0.05, 0.05, 0.08, 0.08, 0.27, 0.36],
    },
    X6: {
      mab: [0.038, 0.045, 0.047, 0.061, 0.085, 0.095, 0.102, 0.1, 0.101, 0.103, 0.105],
      r2: [0.04, 0.05, 0.05, 0.17, 0.26, 0.4, 0.46, 0.45, 0.46, 0.45, 0.45],
    },
    X11: {
      mab: [0.05, 0.087, 0.104, 0.104, 0.106, 0.107, 0.107, 0.107, 0.107, 0.109, 0.109],
      r2: [0.07, 0.31, 0.41, 0.41, 0.41, 0.41, 0.42, 0.41, 0.41, 0.41, 0.41],
    },
  },
};

/** Over 150 sets. */
export const SUPPORT2_REFERENCE: Reference = {
  levels: [1, 5, 10, 12, 15, 18, 20, 22, 23, 24, 25, 26],
  columns: {
    totcst: {
      mab: [0.039, 0.043, 0.045, 0.06, 0.07, 0.085, 0.084, 0.085, 0.072, 0.061, 0.05, 0.05],
      r2: [0.05, 0.06, 0.07, 0.4, 0.53, 0.58, 0.6, 0.59, 0.75, 0.89, 0.96, 0.96],
    },
    crea: {
      mab: [0.039, 0.046, 0.05, 0.052, 0.064, 0.068, 0.068, 0.069, 0.072, 0.075, 0.078, 0.078],
      r2: [0.05, 0.09, 0.1, 0.1, 0.11, 0.11, 0.12, 0.55, 0.55, 0.54, 0.55, 0.54],
    },
  },
};

export function curvesOf(
  { levels, columns }: Reference,
  latent: readonly AttributeAt[],
  exact: readonly AttributeAt[],
): Curve[] {
  const pick = (found: readonly AttributeAt[]) => levels.map((level) => at(found, level));
  return Object.entries(columns).flatMap(([name, reference]) =>
    (['mab', 'r2'] as const).map((what) => {
      const value = what === 'mab' ? mab : ({ r2 }: { readonly r2: number }) => r2;
      return {
        name: `${name} ${what === 'mab' ? 'MAB' : 'R2'}`,
        levels,
        reference: reference[what],
        latent: along(pick(latent), name, value),
        exact: along(pick(exact), name, value),
      };
    }),
  );
}

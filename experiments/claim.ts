/** A claim of the paper, what it says, what was found, and whether it holds. */

export interface Claim {
  /** As in the list of the paper's checkable claims: S for simulated data, P for SUPPORT2. */
  readonly id: string;
  readonly claim: string;
  /** The paper's value or ordering. */
  readonly expected: string;
  readonly found: string;
  readonly holds: boolean;
}

/** A curve by truncation level next to one that was computed elsewhere. */
export interface Curve {
  readonly name: string;
  readonly levels: readonly number[];
  readonly reference: readonly number[];
  /** With a latent response, as the reference has it, and drawn exactly. */
  readonly latent: readonly number[];
  readonly exact: readonly number[];
}

export function renderClaims(claims: readonly Claim[]): string {
  return claims
    .map(
      ({ id, claim, expected, found, holds }) =>
        `${id.padEnd(4)} ${holds ? 'holds        ' : 'does not hold'} ${claim}\n     paper: ${expected}\n     found: ${found}`,
    )
    .join('\n');
}

export function renderCurves(curves: readonly Curve[]): string {
  const cell = (value: number) =>
    value
      .toFixed(3)
      .replace(/^(-?)0\./, '$1.')
      .padStart(6);
  return curves
    .map(({ name, levels, reference, latent, exact }) =>
      [
        `${name.padEnd(20)}${levels.map((level) => String(level).padStart(6)).join('')}`,
        ...(
          [
            ['reference', reference],
            ['latent', latent],
            ['exact', exact],
          ] as const
        ).map(([what, values]) => `  ${what.padEnd(18)}${values.map(cell).join('')}`),
      ].join('\n'),
    )
    .join('\n');
}

export const three = (value: number): string => value.toFixed(3);

/** Values by level in words: "1: .040, 5: .046". */
export function byLevel(levels: readonly (number | 'full')[], values: readonly number[]): string {
  return levels.map((level, k) => `${level}: ${three(values[k])}`).join(', ');
}

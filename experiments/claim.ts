/** A claim of the paper, what it says, what was found, and whether it holds. */

/** 'undecided': it was measured, and the intervals leave it open. */
export type Verdict = 'holds' | 'does not hold' | 'undecided' | 'cannot be checked';

export interface Claim {
  /** S: simulated data; P: SUPPORT2; F: fidelity; T: theory; L: a second look at what the paper says; N: beyond the paper. */
  readonly id: string;
  readonly claim: string;
  /** The paper's value or ordering. */
  readonly expected: string;
  /** Ours, with intervals. */
  readonly found: string;
  readonly verdict: Verdict;
  /** Where it does not hold or cannot be checked: why. Where it holds: what else there is to know. */
  readonly why?: string;
}

export function verdict(holds: boolean): Verdict {
  return holds ? 'holds' : 'does not hold';
}

/** One thing that a claim says, as far as its interval tells: so, not so, or open. */
export type Part = boolean | undefined;

/** A claim holds if all that it says does, and does not if any of it is refuted. */
export function verdictOf(parts: Readonly<Record<string, Part>>): Verdict {
  const all = Object.values(parts);
  if (all.includes(false)) return 'does not hold';
  return all.includes(undefined) ? 'undecided' : 'holds';
}

/** What is refuted and what is open, in words: '. Otherwise than said: TVAE; open: CTGAN'. */
export function tellParts(parts: Readonly<Record<string, Part>>): string {
  const named = (value: Part) =>
    Object.entries(parts)
      .filter(([, part]) => part === value)
      .map(([name]) => name)
      .join(', ');
  const [wrong, open] = [named(false), named(undefined)];
  return [
    wrong && `. Otherwise than said: ${wrong}`,
    open && `${wrong ? ';' : '.'} ${wrong ? 'open' : 'Open'}: ${open}`,
  ]
    .filter(Boolean)
    .join('');
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
    .map(({ id, claim, expected, found, verdict, why }) =>
      [
        `${id.padEnd(4)} ${verdict.padEnd(17)} ${claim}`,
        `     paper: ${expected}`,
        `     found: ${found}`,
        ...(why ? [`     note:  ${why}`] : []),
      ].join('\n'),
    )
    .join('\n');
}

export function renderCurves(curves: readonly Curve[]): string {
  const cell = (value: number) => three(value).padStart(6);
  return curves
    .map(({ name, levels, reference, latent, exact }) =>
      [
        `${name.padEnd(20)}${levels.map((level) => String(level).padStart(6)).join('')}`,
        ...Object.entries({ reference, latent, exact }).map(
          ([what, values]) => `  ${what.padEnd(18)}${values.map(cell).join('')}`,
        ),
      ].join('\n'),
    )
    .join('\n');
}

/** Three decimals, without the zero before the point. */
export function three(value: number): string {
  return value.toFixed(3).replace(/^(-?)0\./, '$1.');
}

/** Values by level in words: '1: .040, 5: .046'. */
export function byLevel(levels: readonly (number | 'full')[], values: readonly number[]): string {
  return levels.map((level, k) => `${level}: ${three(values[k])}`).join(', ');
}

/** A mean with its 95 % interval: '.051 (.049 to .053)'. */
export function withInterval({
  estimate,
  low,
  high,
}: {
  readonly estimate: number;
  readonly low: number | null;
  readonly high: number | null;
}): string {
  const isKnown = low !== null && high !== null && Number.isFinite(low) && Number.isFinite(high);
  const ends = isKnown ? ` (${three(low)} to ${three(high)})` : '';
  return `${three(estimate)}${ends}`;
}

/** The rows of the benchmark's table, their verdicts, and the table as text. */

import { median, type Timing } from './measure.ts';

/** One line of the table. */
export interface Row {
  readonly what: string;
  readonly engine: Timing;
  readonly peer?: Timing;
  /** Units of work in a run; times are shown for one of them. */
  readonly units?: number;
  /** How many times as fast as the peer, or as the other case that `what` names. */
  readonly ratio?: number;
  /** The figure to reach, in words; nothing in a row that only informs. */
  readonly mustReach?: string;
  /** Nothing where there was nothing to compare with. */
  readonly reached?: boolean;
  readonly note?: string;
}

/** One thing measured on both sides. */
export interface Comparison {
  readonly what: string;
  readonly engine: Timing;
  readonly peer?: Timing | undefined;
  readonly units?: number;
  /** The least ratio of the peer's median time to the engine's. */
  readonly atLeast?: number;
  /** A condition besides speed. */
  readonly also?: { readonly text: string; readonly holds: boolean };
  readonly note?: string;
}

/** A row with the ratio of the medians and whether it reaches what it must. */
export function compare({ atLeast, also, peer, note, ...rest }: Comparison): Row {
  const ratio = peer && median(peer.seconds) / median(rest.engine.seconds);
  const notes = [note, peer && disturbance(rest.engine, peer)].filter((text) => text !== undefined);
  return {
    ...rest,
    ...(notes.length > 0 && { note: notes.join('; ') }),
    ...(peer && { peer }),
    ...(ratio !== undefined && { ratio }),
    ...(atLeast !== undefined && {
      mustReach: [`>= ${atLeast} x`, ...(also ? [also.text] : [])].join(', '),
      ...(ratio !== undefined && { reached: ratio >= atLeast && (also?.holds ?? true) }),
    }),
  };
}

/** What to say when a side waited for a busy machine: its clock ran on while it got no CPU. */
function disturbance(engine: Timing, peer: Timing): string | undefined {
  const waited = [engine, peer].some(
    (side) => median(side.seconds) > 1.2 * median(side.cpuSeconds),
  );
  if (!waited) return undefined;
  const byCpu = median(peer.cpuSeconds) / median(engine.cpuSeconds);
  return `the machine was busy: by CPU time the ratio is ${byCpu.toPrecision(3)} x`;
}

/** The table as aligned text, with notes below it. */
export function renderTable(rows: readonly Row[]): string {
  const cells = rows.map(({ what, engine, peer, units = 1, ratio, mustReach, reached }) => [
    what,
    ...shown(engine, units),
    ...(peer ? shown(peer, units) : ['-', '-']),
    ratio === undefined ? '-' : `${ratio.toPrecision(3)} x`,
    mustReach ?? '-',
    reached === undefined ? '' : reached ? 'reached' : 'NOT REACHED',
  ]);
  const header = ['what', 'engine', 'cpu', 'peer', 'cpu', 'ratio', 'must reach', ''];
  const widths = header.map((_, j) =>
    Math.max(...[header, ...cells].map((line) => line[j].length)),
  );
  const lines = [header, widths.map((width) => '-'.repeat(width)), ...cells].map((line) =>
    line.map((cell, j) => cell.padEnd(widths[j])).join('  '),
  );
  const notes = rows.flatMap(({ what, note }) => (note ? [`${what}: ${note}`] : []));
  return [...lines.map((line) => line.trimEnd()), '', ...notes].join('\n').trimEnd();
}

function shown({ seconds, cpuSeconds }: Timing, units: number): [string, string] {
  return [duration(median(seconds) / units), duration(median(cpuSeconds) / units)];
}

const UNITS: readonly (readonly [string, number])[] = [
  ['s', 1],
  ['ms', 1e-3],
  ['µs', 1e-6],
  ['ns', 1e-9],
];

/** Seconds in the unit that suits them, to three digits. */
export function duration(seconds: number): string {
  const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? UNITS[UNITS.length - 1];
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.max(seconds / size, 1))));
  return `${(seconds / size).toFixed(digits)} ${unit}`;
}

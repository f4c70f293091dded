/**
 * What an attacker would learn of a sensitive column by level: the curve by theory, the level that is looked at,
 * and, once measured, points with the upper ends of their intervals.
 */

export interface MeasuredPoint {
  readonly truncation: number;
  readonly estimate: number;
  readonly high: number;
}

interface RiskCurveProps {
  readonly name: string;
  readonly points: readonly { readonly truncation: number; readonly r2: number }[];
  readonly measured?: readonly MeasuredPoint[];
  readonly level?: number;
  readonly limit: number | null;
}

const WIDTH = 340;
const HEIGHT = 170;
const PAD = { left: 36, right: 12, top: 10, bottom: 30 };

export function RiskCurve({ name, points, measured = [], level, limit }: RiskCurveProps) {
  const last = Math.max(1, ...points.map(({ truncation }) => truncation));
  const x = (t: number) => PAD.left + (t / last) * (WIDTH - PAD.left - PAD.right);
  const y = (r2: number) =>
    HEIGHT - PAD.bottom - Math.min(1, Math.max(0, r2)) * (HEIGHT - PAD.top - PAD.bottom);
  const path = points.map(
    ({ truncation, r2 }, i) => `${i === 0 ? 'M' : 'L'}${x(truncation)},${y(r2)}`,
  );
  const ticks = ticksOf(last);
  return (
    <figure class="curve">
      <figcaption>
        <b>{name}</b> <span class="quiet">variance an attacker explains, by level</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={describe(name, points, measured)}
      >
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <g key={share}>
            <path class="grid" d={`M${PAD.left},${y(share)}H${WIDTH - PAD.right}`} />
            <text x={PAD.left - 6} y={y(share) + 4} text-anchor="end">
              {share * 100} %
            </text>
          </g>
        ))}
        {ticks.map((t) => (
          <text key={t} x={x(t)} y={HEIGHT - 12} text-anchor="middle">
            {t}
          </text>
        ))}
        {limit !== null && (
          <path class="limit" d={`M${PAD.left},${y(limit)}H${WIDTH - PAD.right}`} />
        )}
        {level !== undefined && (
          <path class="now" d={`M${x(level)},${PAD.top}V${HEIGHT - PAD.bottom}`} />
        )}
        <path class="theory" d={path.join('')} />
        {level !== undefined && (
          <circle class="here" cx={x(level)} cy={y(valueAt(points, level))} r={4.5} />
        )}
        {measured.map(({ truncation, estimate, high }) => (
          <g key={truncation} class="measured">
            {Number.isFinite(high) && <path d={`M${x(truncation)},${y(estimate)}V${y(high)}`} />}
            <circle cx={x(truncation)} cy={y(estimate)} r={4} />
          </g>
        ))}
      </svg>
    </figure>
  );
}

/** Between two levels of the curve, on the line. */
export function valueAt(points: RiskCurveProps['points'], level: number): number {
  const after = points.findIndex(({ truncation }) => truncation >= level);
  if (after < 0) return points[points.length - 1]?.r2 ?? 0;
  const [a, b] = [points[Math.max(0, after - 1)], points[after]];
  if (b.truncation === a.truncation) return b.r2;
  const share = (level - a.truncation) / (b.truncation - a.truncation);
  return a.r2 + share * (b.r2 - a.r2);
}

function ticksOf(last: number): number[] {
  const step = Math.max(1, Math.ceil(last / 6));
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => i * step);
}

function describe(
  name: string,
  points: RiskCurveProps['points'],
  measured: readonly MeasuredPoint[],
): string {
  const [first, end] = [points[0], points[points.length - 1]];
  if (!first || !end) return name;
  const told = `${name}: by theory an attacker explains ${Math.round(100 * first.r2)} % of its variance at level ${first.truncation} and ${Math.round(100 * end.r2)} % at level ${end.truncation}.`;
  const found = measured.map(
    ({ truncation, estimate, high }) =>
      `at level ${truncation} ${Math.round(100 * estimate)} %, at most ${Math.round(100 * high)} %`,
  );
  return found.length > 0 ? `${told} Measured: ${found.join('; ')}.` : told;
}

/**
 * What an attacker would learn of a sensitive column by level: the curve by theory, the level that is looked at,
 * and, once measured, points with the upper ends of their intervals.
 */

import { useState } from 'preact/hooks';
import { type Curve, findingOf, type MeasuredPoint, type TheoryPoint, valueAt } from '../curves.ts';
import { decimals, percent } from '../words.ts';

interface RiskCurveProps extends Curve {
  readonly level?: number;
}

const WIDTH = 340;
const HEIGHT = 170;
const PAD = { left: 44, right: 12, top: 10, bottom: 30 };

export function RiskCurve({ name, points, measured, level, limit }: RiskCurveProps) {
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
      <p class="quiet finding">{findingOf({ points, limit })}</p>
      <CurveTable name={name} points={points} measured={measured} />
    </figure>
  );
}

/** Made when it is opened. */
function CurveTable({ name, points, measured }: Pick<Curve, 'name' | 'points' | 'measured'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>As a table</summary>
      {isOpen && (
        <table>
          <caption>
            {name} by level: the share of its variance that an attacker explains by theory (R²), the
            mean size of the attacker’s coefficients (MAB)
            {measured.length > 0 &&
              ', and the share that was measured with the end of its interval'}
          </caption>
          <thead>
            <tr>
              <th scope="col">Level</th>
              <th scope="col">R²</th>
              <th scope="col">MAB</th>
              {measured.length > 0 && <th scope="col">Measured</th>}
            </tr>
          </thead>
          <tbody>
            {points.map(({ truncation, r2, mab }) => (
              <tr key={truncation}>
                <th scope="row">{truncation}</th>
                <td>{percent(r2)}</td>
                <td>{decimals(mab, 3)}</td>
                {measured.length > 0 && <td>{measuredAt(measured, truncation)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}

function measuredAt(measured: readonly MeasuredPoint[], level: number): string {
  const found = measured.find(({ truncation }) => truncation === level);
  return found ? `${percent(found.estimate)} ≤ ${percent(found.high)}` : '–';
}

function ticksOf(last: number): number[] {
  const step = Math.max(1, Math.ceil(last / 6));
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => i * step);
}

function describe(
  name: string,
  points: readonly TheoryPoint[],
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

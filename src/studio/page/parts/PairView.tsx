/** Two columns against each other, real beside synthetic, in cells of at least five real rows. */

import { htmlTable } from '../../../report/plots/htmlTable.ts';
import type { PairAxis } from '../../engine/protocol.ts';
import { choosePair } from '../actions.ts';
import { fitted, level, look, pair } from '../state.ts';
import { decimals, percent } from '../words.ts';
import { Drawing } from './Drawing.tsx';
import { HeatMap } from './HeatMap.tsx';

export function PairView() {
  const [info, found, now] = [fitted.value, pair.value, look.value];
  if (!info || !found || !now) return null;
  const { x, y, real, synthetic } = found;
  const made = synthetic[info.levels.indexOf(level.value)] ?? [];
  const columns = x.labels.length;
  // from the top
  const upright = (values: readonly (number | null)[]) =>
    y.labels.flatMap((_, row) => {
      const from = (y.labels.length - 1 - row) * columns;
      return values.slice(from, from + columns);
    });
  const most = Math.max(...real.map((share) => share ?? 0), 1e-9);
  const words = (column: number, row: number, value: number | null) =>
    `${x.name} ${x.labels[column]}, ${y.name} ${y.labels[y.labels.length - 1 - row]}: ${value === null ? 'fewer than five real rows' : `${percent(value)} of rows`}`;
  const select = (label: string, value: string, take: (name: string) => void) => (
    <label>
      {label}{' '}
      <select value={value} onChange={(event) => take(event.currentTarget.value)}>
        {info.columns.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <section aria-labelledby="pair">
      <h3 id="pair">Two columns against each other</h3>
      <div class="bar">
        {select('Across', x.name, (name) => void choosePair(name, y.name))}
        {select('Up', y.name, (name) => void choosePair(x.name, name))}
      </div>
      <div class="maps">
        <HeatMap
          caption="Real"
          label={`${x.name} against ${y.name} in the real table`}
          columns={columns}
          values={upright(real)}
          most={most}
          words={words}
        />
        <HeatMap
          caption={`Level ${level.value}`}
          label={`${x.name} against ${y.name} at level ${level.value}`}
          columns={columns}
          values={upright(made)}
          most={most}
          words={words}
        />
      </div>
      <Drawing
        svg=""
        table={() =>
          htmlTable({
            caption: `Share of rows by ${x.name} and ${y.name}`,
            head: [`${x.name} and ${y.name}`, 'real', `level ${level.value}`],
            rows: real.map((share, place) => [
              `${x.labels[place % columns]} and ${y.labels[Math.floor(place / columns)]}`,
              share === null ? 'fewer than five rows' : `${decimals(100 * share, 1)} %`,
              `${decimals(100 * (made[place] ?? 0), 1)} %`,
            ]),
          })
        }
      />
      <p class="quiet">
        From left to right {x.name}: {ends(x)}. Upwards {y.name}: {ends(y)}. Stronger colour, more
        rows. A small square marks a cell with fewer than five real rows, of which nothing is told.
      </p>
    </section>
  );
}

function ends({ labels }: PairAxis): string {
  return labels.length > 1 ? `${labels[0]} … ${labels[labels.length - 1]}` : labels.join();
}

/** Kendall's tau of all pairs: real, synthetic at the level, and their difference. */

import { correlationHeatmapTable } from '../../../report/plots/correlationHeatmap.ts';
import { fitted, look, looks, pinned } from '../state.ts';
import { decimals } from '../words.ts';
import { Drawing } from './Drawing.tsx';
import { HeatMap } from './HeatMap.tsx';

type Matrix = readonly (readonly number[])[];

const flat = new WeakMap<Matrix, readonly (number | null)[]>();

function flatten(matrix: Matrix): readonly (number | null)[] {
  const known = flat.get(matrix);
  if (known) return known;
  const made = matrix.flatMap((row, i) =>
    row.map((value, j) => (i === j ? 0 : Number.isNaN(value) ? null : value)),
  );
  flat.set(matrix, made);
  return made;
}

export function TauMaps() {
  const [info, now] = [fitted.value, look.value];
  if (!info || !now || info.variables.length < 2) return null;
  const { variables, realTau } = info;
  const other = pinned.value === null ? undefined : looks.value.get(pinned.value);
  const [real, made] = [flatten(realTau), flatten(now.tau)];
  const difference = made.map((value, place) => {
    const own = real[place];
    return value === null || own === null ? null : value - own;
  });
  const words = (column: number, row: number, value: number | null) =>
    column === row
      ? variables[row]
      : `${variables[row]} and ${variables[column]}: ${value === null ? 'unknown' : decimals(value)}`;
  const shared = { columns: variables.length, words };
  const { mean, largest } = now.difference;
  return (
    <section aria-labelledby="taus">
      <h3 id="taus">Kendall’s tau of all pairs</h3>
      <p>
        Off by <b>{decimals(mean, 3)}</b> on average at level {now.truncation}, at most{' '}
        {decimals(largest)}.
      </p>
      <div class="maps">
        <HeatMap
          {...shared}
          most={1}
          values={real}
          caption="Real"
          label="Kendall's tau of the real table"
        />
        {other && other !== now && (
          <HeatMap
            {...shared}
            most={1}
            values={flatten(other.tau)}
            caption={`Level ${other.truncation} (compared)`}
            label={`Kendall's tau at level ${other.truncation}`}
          />
        )}
        <HeatMap
          {...shared}
          most={1}
          values={made}
          caption={`Level ${now.truncation}`}
          label={`Kendall's tau at level ${now.truncation}: off by ${decimals(mean, 3)} on average`}
        />
        <HeatMap
          {...shared}
          most={0.5}
          values={difference}
          caption="Synthetic less real"
          label={`Differences of Kendall's tau at level ${now.truncation}, at most ${decimals(largest)}`}
        />
      </div>
      <p class="key quiet">
        <span class="sign plus" /> together <span class="sign minus" /> against each other; in the
        order of the vine: {variables.slice(0, 30).join(', ')}
        {variables.length > 30 && ' …'}
      </p>
      <Drawing
        svg=""
        table={() =>
          correlationHeatmapTable({
            id: 'taus',
            title: "Kendall's tau",
            variables,
            panels: [
              { label: 'real data', tau: realTau },
              { label: `level ${now.truncation}`, tau: now.tau },
            ],
          })
        }
      />
    </section>
  );
}

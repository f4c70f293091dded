/** Chosen columns: the real distribution beside that of the level, and of a level that is compared. */

import { drawMargin } from '../margins.ts';
import { fitted, level, look, looks, pinned, shown } from '../state.ts';
import { Drawing } from './Drawing.tsx';

export function Margins() {
  const [info, now] = [fitted.value, look.value];
  if (!info || !now) return null;
  const other = pinned.value === null ? undefined : looks.value.get(pinned.value);
  const sides = other && other !== now ? [other, now] : [now];
  return (
    <section aria-labelledby="margins">
      <h3 id="margins">Columns, real and synthetic</h3>
      {sides.map((side) => (
        <div key={side === now ? 'now' : 'pinned'}>
          {sides.length > 1 && (
            <p class="side">
              Level {side.truncation}
              {side === now ? '' : ' (compared)'}
            </p>
          )}
          <div class="gallery">
            {shown.value.flatMap((name) => {
              const place = side.margins.findIndex((margin) => margin.name === name);
              if (place < 0) return [];
              const id = place + (side === now ? 0 : side.margins.length);
              return [<Drawing key={name} {...drawMargin(side.margins[place], id)} />];
            })}
          </div>
        </div>
      ))}
      <details>
        <summary>
          Choose columns to show ({shown.value.length} of {info.columns.length})
        </summary>
        <div class="choices">
          {info.columns.map((name) => (
            <label key={name} class="check">
              <input
                type="checkbox"
                checked={shown.value.includes(name)}
                onChange={(event) => {
                  const others = shown.value.filter((each) => each !== name);
                  shown.value = event.currentTarget.checked ? [...others, name] : others;
                }}
              />{' '}
              {name}
            </label>
          ))}
        </div>
      </details>
      <p class="quiet">
        Bins with fewer than five real rows are not told, and other real counts are rounded, here as
        in the report. Shown at level {level.value}.
      </p>
    </section>
  );
}

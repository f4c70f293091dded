/** Chosen columns: the real distribution beside that of the level, and of a level that is compared. */

import { useRef } from 'preact/hooks';
import type { LevelLook } from '../../engine/protocol.ts';
import { type DrawnMargin, drawnMargin } from '../margins.ts';
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
            {shown.value.map((name) => (
              <Margin key={name} side={side} name={name} prefix={side === now ? '' : 'compared-'} />
            ))}
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

interface MarginProps {
  readonly side: LevelLook;
  readonly name: string;
  readonly prefix: string;
}

/** The level before stays until the new one is drawn. */
function Margin({ side, name, prefix }: MarginProps) {
  const before = useRef<DrawnMargin | null>(null);
  const now = drawnMargin(side, name);
  if (now !== undefined) before.current = now;
  if (before.current) return <Drawing {...before.current} prefix={prefix} />;
  return now === undefined ? <figure class="drawing" aria-busy="true" /> : null;
}

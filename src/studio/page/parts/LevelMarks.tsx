/** Marks under the slider: levels that attacks compare, those from which more leaks, and the recommended one. */

import { curves, jumpsOf } from '../curves.ts';
import { fitted, study } from '../state.ts';

/** Half of what a browser draws for the thumb, whose middle is where the value is. */
const THUMB = 8;
/** Of the slider's length: numbers that are nearer to each other would run together. */
const APART = 0.06;

interface Mark {
  readonly level: number;
  /** Where, from 0 to 1. */
  readonly share: number;
  readonly kind: 'recommended' | 'jump' | 'compared';
}

export function LevelMarks() {
  let last = Number.NEGATIVE_INFINITY;
  return (
    <div class="marks" aria-hidden="true">
      {marksOf().map(({ level, share, kind }) => {
        const isNumbered = share - last >= APART;
        if (isNumbered) last = share;
        return (
          <span
            key={level}
            class={`mark ${kind}`}
            style={{ left: `calc(${THUMB}px + ${share} * (100% - ${2 * THUMB}px))` }}
          >
            {isNumbered && level}
          </span>
        );
      })}
    </div>
  );
}

function marksOf(): Mark[] {
  const info = fitted.value;
  if (!info) return [];
  const { levels, truncations } = info;
  const jumps = jumpsOf(curves.value).map(({ truncation }) => truncation);
  const recommended = study.value?.results.recommended.truncation;
  return levels.flatMap((level, place): Mark[] => {
    const share = place / Math.max(1, levels.length - 1);
    if (level === recommended) return [{ level, share, kind: 'recommended' }];
    if (jumps.includes(level)) return [{ level, share, kind: 'jump' }];
    return truncations.includes(level) ? [{ level, share, kind: 'compared' }] : [];
  });
}

/** What they mean. */
export function MarksKey() {
  const info = fitted.value;
  if (!info) return null;
  const jumps = jumpsOf(curves.value).map(({ truncation, name }) => `${truncation}: ${name}`);
  const recommended = study.value?.results.recommended.truncation;
  return (
    <p class="quiet marks-key">
      {recommended !== undefined && (
        <>
          <span class="mark recommended">◆</span> recommended ({recommended}) ·{' '}
        </>
      )}
      <span class="mark compared">|</span> compared by the attacks ({info.truncations.join(', ')})
      {jumps.length > 0 && (
        <>
          {' '}
          · <span class="mark jump">▲</span> an attacker explains at least 10 points more than a
          level lower ({jumps.join(', ')})
        </>
      )}
    </p>
  );
}

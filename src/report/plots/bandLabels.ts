/**
 * Names below the bands of an axis: level where they fit, else turned, with the room they need. Where
 * bands are narrower than a line of text, only some have their name.
 */

import { FONT_SIZE } from './drawFigure.ts';
import { shortName, textWidth } from './text.ts';

export interface BandLabels {
  readonly names: readonly string[];
  /** Margins in pixels. */
  readonly left: number;
  readonly below: number;
  /** For Plot's axis. */
  readonly axis: { readonly tickRotate?: number; readonly textAnchor?: 'end' };
}

/** The share of its length by which a text turned by 45 degrees is wide and high. */
const TURNED = 0.72;
/** Of a band that has room for a turned name, in pixels. */
const NARROWEST = 14;

/** `left` is the least margin, `right` the other one; the rest of the width is for the bands. */
export function bandLabels(
  labels: readonly string[],
  width: number,
  left: number,
  right: number,
): BandLabels {
  const names = labels.map((label) => shortName(label, 18));
  const widths = names.map((name) => textWidth(name, FONT_SIZE));
  const band = (width - left - right) / Math.max(names.length, 1);
  if (widths.every((name) => name <= band - 4)) {
    return { names, left, below: 24, axis: {} };
  }
  const every = Math.ceil(NARROWEST / Math.max(band, 1));
  const room = Math.ceil(Math.max(...widths) * TURNED);
  return {
    names: names.map((name, i) => (i % every === 0 ? name : '')),
    left: Math.max(left, Math.ceil((widths[0] ?? 0) * TURNED - band / 2) + 8),
    below: room + 18,
    axis: { tickRotate: -45, textAnchor: 'end' },
  };
}

/** The report's own histograms of real and synthetic columns, drawn once for each column and level. */

import { marginHistogram, marginHistogramTable } from '../../report/plots/marginHistogram.ts';
import type { LookedMargin } from '../engine/protocol.ts';
import { percent } from './words.ts';

const drawn = new WeakMap<LookedMargin, { readonly svg: string; readonly table: () => string }>();
const WIDTH = 340;

export function drawMargin(margin: LookedMargin, place: number) {
  const known = drawn.get(margin);
  if (known) return known;
  const { name, bins, realRows, syntheticRows, overlap } = margin;
  const data = {
    id: `margin-${place}`,
    title: `${name}: ${percent(overlap)} overlap`,
    columnLabel: name,
    bins,
    realRows,
    syntheticRows,
  };
  const made = {
    svg: marginHistogram(data, { document, width: WIDTH, unstyled: true }),
    table: () => marginHistogramTable(data),
  };
  drawn.set(margin, made);
  return made;
}

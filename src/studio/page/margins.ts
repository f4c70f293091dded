/**
 * The report's own histograms of real and synthetic columns, one for each column and level. A drawing takes some
 * milliseconds, so they are made one at a time: those on the screen first, the others while the page has nothing
 * else to do, so that a move of the slider finds them there.
 */

import { computed, effect, signal } from '@preact/signals';
import { marginHistogram, marginHistogramTable } from '../../report/plots/marginHistogram.ts';
import type { LevelLook } from '../engine/protocol.ts';
import { level, looks, pinned, shown } from './state.ts';
import { percent } from './words.ts';

export interface DrawnMargin {
  readonly svg: string;
  readonly table: () => string;
}

const WIDTH = 340;
const drawn = new WeakMap<LevelLook, Map<string, DrawnMargin | null>>();
/** Counts drawings, so that what shows them looks again. */
const drawings = signal(0);

/** Of a column at a level. Undefined: not yet; null: there is none. */
export function drawnMargin(look: LevelLook, name: string): DrawnMargin | null | undefined {
  void drawings.value;
  return drawn.get(look)?.get(name);
}

/** Levels that are looked at, then the nearest ones. */
const inTurn = computed(() => {
  const [here, other] = [level.value, pinned.value];
  const far = (t: number) => (t === other ? 0 : Math.abs(t - here));
  return [...looks.value.values()].sort((a, b) => far(a.truncation) - far(b.truncation));
});

let isWaiting = false;

/** From now on, whatever is to be shown is drawn. */
export function startDrawing(): void {
  effect(() => {
    void inTurn.value;
    void shown.value;
    drawNext();
  });
}

function drawNext(): void {
  const next = nextToDraw();
  if (!next || isWaiting) return;
  isWaiting = true;
  const draw = () => {
    isWaiting = false;
    drawOne();
    drawNext();
  };
  const isSeen = [level.peek(), pinned.peek()].includes(next.look.truncation);
  // not every browser says when it is idle
  if (isSeen || typeof requestIdleCallback !== 'function') setTimeout(draw);
  else requestIdleCallback(draw, { timeout: 500 });
}

function nextToDraw() {
  for (const look of inTurn.peek()) {
    const known = drawn.get(look);
    const name = shown.peek().find((each) => !known?.has(each));
    if (name !== undefined) return { look, name };
  }
  return undefined;
}

/** What is wanted may have changed while it waited. */
function drawOne(): void {
  const next = nextToDraw();
  if (!next) return;
  const { look, name } = next;
  const known = drawn.get(look) ?? new Map<string, DrawnMargin | null>();
  drawn.set(look, known.set(name, drawMargin(look, name)));
  if (look.truncation === level.peek() || look.truncation === pinned.peek()) drawings.value++;
}

/** The same text where nothing changes from level to level, so that nothing need be drawn again. */
function drawMargin({ margins }: LevelLook, name: string): DrawnMargin | null {
  const place = margins.findIndex((margin) => margin.name === name);
  if (place < 0) return null;
  const { bins, realRows, syntheticRows, overlap } = margins[place];
  const data = {
    id: `margin-${place}`,
    title: `${name}: ${percent(overlap)} overlap`,
    columnLabel: name,
    bins,
    realRows,
    syntheticRows,
  };
  return {
    svg: marginHistogram(data, { document, width: WIDTH, unstyled: true }),
    table: () => marginHistogramTable(data),
  };
}

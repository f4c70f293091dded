/** A matrix of numbers as coloured cells on a canvas: hundreds of cells are redrawn within a frame. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Colours, colours } from '../colours.ts';

interface HeatMapProps {
  readonly label: string;
  readonly caption: string;
  readonly columns: number;
  /** Row by row from the top; null is not told. */
  readonly values: readonly (number | null)[];
  /** What has the full colour. */
  readonly most: number;
  /** What a cell says. */
  readonly words: (column: number, row: number, value: number | null) => string;
}

const SIZE = 240;

export function HeatMap({ label, caption, columns, values, most, words }: HeatMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  const rows = Math.ceil(values.length / Math.max(1, columns));
  const { value: used } = colours;
  useLayoutEffect(() => {
    if (canvas.current) paint(canvas.current, { values, columns, rows, most, colours: used });
  }, [values, columns, rows, most, used]);
  return (
    <figure class="heat">
      <figcaption>{caption}</figcaption>
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        onMouseMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const column = Math.floor(((event.clientX - box.left) / box.width) * columns);
          const row = Math.floor(((event.clientY - box.top) / box.height) * rows);
          if (column < 0 || row < 0 || column >= columns || row >= rows) return;
          setPointed(words(column, row, values[row * columns + column]));
        }}
        onMouseLeave={() => setPointed(null)}
      />
      <p class="quiet pointed">{pointed ?? '\u00a0'}</p>
    </figure>
  );
}

interface Painting {
  readonly values: readonly (number | null)[];
  readonly columns: number;
  readonly rows: number;
  readonly most: number;
  readonly colours: Colours;
}

function paint(
  canvas: HTMLCanvasElement,
  { values, columns, rows, most, colours: { plus, minus, few } }: Painting,
): void {
  const scale = Math.min(3, window.devicePixelRatio || 1);
  const cell = Math.max(1, Math.floor((SIZE * scale) / Math.max(1, columns)));
  const down = Math.max(1, Math.floor((SIZE * scale) / Math.max(1, rows)));
  if (canvas.width !== cell * columns) canvas.width = cell * columns;
  if (canvas.height !== down * rows) canvas.height = down * rows;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.clearRect(0, 0, canvas.width, canvas.height);
  values.forEach((value, place) => {
    const [x, y] = [(place % columns) * cell, Math.floor(place / columns) * down];
    if (value === null) {
      context.globalAlpha = 1;
      context.fillStyle = few;
      context.fillRect(x + cell * 0.35, y + down * 0.35, cell * 0.3, down * 0.3);
      return;
    }
    context.globalAlpha = Math.min(1, Math.abs(value) / most || 0);
    context.fillStyle = value < 0 ? minus : plus;
    context.fillRect(x, y, cell, down);
  });
  context.globalAlpha = 1;
}

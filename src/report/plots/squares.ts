/**
 * Many cells of a matrix as few paths, one for each colour and strength: a page with a rectangle for
 * every cell of many columns would be too large to open.
 */

import type { RenderFunction } from '@observablehq/plot';

export interface Cell {
  readonly x1: number;
  readonly x2: number;
  readonly y1: number;
  readonly y2: number;
  readonly fill: string;
  /** From 0 to 1; two decimals count. */
  readonly opacity: number;
}

const SVG = 'http://www.w3.org/2000/svg';

/** A mark of Plot, in units of its axes. `inset`: in pixels, on all sides. */
export function squares(cells: readonly Cell[], inset = 0): RenderFunction {
  return (_index, { x, y }, _values, _dimensions, { document }) => {
    if (!x || !y) throw new Error('a plot of squares has other marks with x and y');
    const paths = new Map<string, { cell: Cell; path: string[] }>();
    for (const cell of cells) {
      const opacity = Math.round(cell.opacity * 100) / 100;
      const key = `${cell.fill} ${opacity}`;
      const group = paths.get(key) ?? { cell: { ...cell, opacity }, path: [] };
      paths.set(key, group);
      const [left, right] = [x(cell.x1) + inset, x(cell.x2) - inset].map(round);
      const [top, bottom] = [y(cell.y1) + inset, y(cell.y2) - inset].map(round);
      group.path.push(`M${left},${top}H${right}V${bottom}H${left}Z`);
    }
    const all = document.createElementNS(SVG, 'g') as SVGGElement;
    for (const { cell, path } of paths.values()) {
      const made = document.createElementNS(SVG, 'path');
      made.setAttribute('fill', cell.fill);
      made.setAttribute('fill-opacity', String(cell.opacity));
      made.setAttribute('d', path.join(''));
      all.append(made);
    }
    return all;
  };
}

/** Tenths of a pixel are not seen, and their digits would be half of the page. */
function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

/**
 * Places for labels beside their points so that they cover neither each other nor what is drawn: each
 * in turn takes the nearest of some places around its point that is free, or the freest.
 */

/** A rectangle in pixels, by its centre. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlacedLabel extends Box {
  /** Whether it is so far from its point that a line should lead there. */
  readonly far: boolean;
}

/** Right, left, above, below, and between. */
const DIRECTIONS = [
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
] as const;
const DISTANCES = [9, 18, 30, 44];

/** `labels` are boxes centred on their points; `area` is where they may be. */
export function placeLabels(
  labels: readonly Box[],
  obstacles: readonly Box[],
  area: Box,
): PlacedLabel[] {
  const taken: Box[] = [...obstacles];
  return labels.map((label) => {
    let best: PlacedLabel | undefined;
    let least = Number.POSITIVE_INFINITY;
    DISTANCES.forEach((distance, step) => {
      DIRECTIONS.forEach(([right, down], turn) => {
        const place = {
          ...label,
          x: label.x + right * (distance + label.width / 2),
          y: label.y + down * (distance + (right === 0 ? label.height / 2 : 0)),
          far: step > 0,
        };
        const outside = place.width * place.height - overlap(place, area);
        const covered = taken.reduce((sum, box) => sum + overlap(place, box), 0);
        const cost = covered + 20 * outside + 12 * step + turn / 10;
        if (cost < least) [best, least] = [place, cost];
      });
    });
    const placed = best as PlacedLabel;
    taken.push(placed);
    return placed;
  });
}

/** Small boxes along a line, to be kept free. */
export function boxesAlong(x1: number, y1: number, x2: number, y2: number, size = 4): Box[] {
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1)) / size));
  return Array.from({ length: steps + 1 }, (_, i) => ({
    x: x1 + ((x2 - x1) * i) / steps,
    y: y1 + ((y2 - y1) * i) / steps,
    width: size,
    height: size,
  }));
}

function overlap(a: Box, b: Box): number {
  const along = (p: number, q: number, size: number, other: number) =>
    Math.min(p + size / 2, q + other / 2) - Math.max(p - size / 2, q - other / 2);
  const width = along(a.x, b.x, a.width, b.width);
  const height = along(a.y, b.y, a.height, b.height);
  return width > 0 && height > 0 ? width * height : 0;
}

/**
 * Places for labels beside their points so that they cover neither each other nor what is drawn: each
 * in turn takes the nearest of some places around its point that is free, or the freest. A line that
 * leads from a point to its label keeps clear of other labels too.
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
const DISTANCES = [9, 18, 30, 44, 60, 80];

/** Points nearer than this to each other, in pixels, are hardly told apart. */
const TOGETHER = 9;
const MOST_LISTED = 4;

/** A point with its name, in pixels. */
export interface NamedSpot {
  readonly x: number;
  readonly y: number;
  readonly label: string;
}

/**
 * One label for all points that lie on each other, at their middle.
 *
 * gatherLabels([{ x: 1, y: 1, label: 't = 1' }, { x: 2, y: 1, label: 't = 5' }]) // 't = 1, 5'
 */
export function gatherLabels(spots: readonly NamedSpot[]) {
  const groups: number[][] = [];
  spots.forEach(({ x, y }, i) => {
    const near = (j: number) => Math.hypot(spots[j].x - x, spots[j].y - y) < TOGETHER;
    const group = groups.find((members) => members.every(near));
    if (group) group.push(i);
    else groups.push([i]);
  });
  return groups.map((members) => {
    const middle = (of: (spot: NamedSpot) => number) =>
      members.reduce((sum, i) => sum + of(spots[i]), 0) / members.length;
    return {
      x: middle((spot) => spot.x),
      y: middle((spot) => spot.y),
      text: jointName(
        members.map((i) => spots[i].label),
        members.every((i, k) => i === members[0] + k),
      ),
    };
  });
}

/** 't = 1, 5', 't = 1 to 8' for a run of many, 'rvine, gaussian'. */
function jointName(labels: readonly string[], isRun: boolean): string {
  const start = labels[0].slice(0, labels[0].lastIndexOf(' ') + 1);
  const shared = start !== '' && labels.every((label) => label.startsWith(start)) ? start : '';
  const rest = labels.map((label) => label.slice(shared.length));
  if (rest.length <= MOST_LISTED) return shared + rest.join(', ');
  if (isRun && shared !== '') return `${shared}${rest[0]} to ${rest[rest.length - 1]}`;
  return `${shared}${rest.slice(0, MOST_LISTED).join(', ')}, …`;
}

/** Where a line from a point to the middle of a label reaches the label. */
export function edgeToward(label: Box, from: { readonly x: number; readonly y: number }) {
  const [dx, dy] = [from.x - label.x, from.y - label.y];
  const share = Math.min(
    1,
    dx === 0 ? 1 : (label.width / 2 + 1) / Math.abs(dx),
    dy === 0 ? 1 : label.height / 2 / Math.abs(dy),
  );
  return { x: label.x + dx * share, y: label.y + dy * share };
}

/** `labels` are boxes centred on their points; `area` is where they may be. */
export function placeLabels(
  labels: readonly Box[],
  obstacles: readonly Box[],
  area: Box,
): PlacedLabel[] {
  const taken: Box[] = [...obstacles];
  const placedBefore: Box[] = [];
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
        const covered = overlaps(place, taken);
        const crossed = place.far
          ? leader(label, place).reduce((sum, box) => sum + overlaps(box, placedBefore), 0)
          : 0;
        const cost = covered + crossed + 20 * outside + 12 * step + turn / 10;
        if (cost < least) [best, least] = [place, cost];
      });
    });
    const placed = best as PlacedLabel;
    taken.push(placed, ...(placed.far ? leader(label, placed) : []));
    placedBefore.push(placed);
    return placed;
  });
}

function leader(from: Box, to: Box): Box[] {
  const edge = edgeToward(to, from);
  return boxesAlong(from.x, from.y, edge.x, edge.y);
}

function overlaps(box: Box, others: readonly Box[]): number {
  return others.reduce((sum, other) => sum + overlap(box, other), 0);
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

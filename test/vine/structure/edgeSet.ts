import type { TreeEdge } from '../../../src/vine/structure/edges.ts';

/** The edges of every tree as sorted text, without regard to their order or direction. */
export function edgeSets(trees: readonly (readonly TreeEdge[])[]): string[][] {
  return trees.map((edges) =>
    edges
      .map(({ a, b, given }) => {
        const sorted = Array.from(given).sort((x, y) => x - y);
        return `${Math.min(a, b)},${Math.max(a, b)}|${sorted.join(',')}`;
      })
      .sort(),
  );
}

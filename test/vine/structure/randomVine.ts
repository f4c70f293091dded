import fc from 'fast-check';
import { acceptTree } from '../../../src/vine/structure/acceptTree.ts';
import { type GrowingVine, nodeCount, seedVine } from '../../../src/vine/structure/growingVine.ts';

/** Uniform numbers in [0, 1) from a seed (mulberry32); for tests only. */
export function uniforms(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * A random regular vine: each tree a random spanning tree of the line graph of the one before, found
 * by going through all pairs of edges in random order. Deliberately plain, and shares no code with
 * `nextCandidates` or `maximumSpanningTree`.
 */
export function randomVine(d: number, truncation: number, seed: number): GrowingVine {
  const uniform = uniforms(seed);
  let vine = seedVine(d);
  for (let k = 0; k < truncation; k++) {
    const nodes = nodeCount(vine);
    const ends = k === 0 ? undefined : vine.trees[k - 1].map(({ p, q }) => [p, q]);
    const pairs: { p: number; q: number; at: number }[] = [];
    for (let p = 0; p < nodes; p++) {
      for (let q = 0; q < p; q++) {
        const joins = ends === undefined || ends[p].some((end) => ends[q].includes(end));
        if (joins)
          pairs.push(uniform() < 0.5 ? { p, q, at: uniform() } : { p: q, q: p, at: uniform() });
      }
    }
    pairs.sort((x, y) => x.at - y.at);
    const group = Array.from({ length: nodes }, (_, node) => node);
    const chosen: { p: number; q: number }[] = [];
    for (const { p, q } of pairs) {
      if (group[p] === group[q]) continue;
      const [from, to] = [group[p], group[q]];
      for (let node = 0; node < nodes; node++) if (group[node] === from) group[node] = to;
      chosen.push({ p, q });
    }
    vine = acceptTree(vine, chosen);
  }
  return vine;
}

/** Random regular vines on 1..12 variables, truncated anywhere. */
export const anyVine = fc
  .record({
    d: fc.integer({ min: 1, max: 12 }),
    cut: fc.double({ min: 0, max: 1, noNaN: true }),
    seed: fc.nat(),
  })
  .map(({ d, cut, seed }) => randomVine(d, Math.round(cut * (d - 1)), seed));

/** Which of n things are connected so far: each points towards the representative of its set. */
export type DisjointSets = Int32Array;

/** n things, none connected. */
export function disjointSets(n: number): DisjointSets {
  return Int32Array.from({ length: n }, (_, i) => i);
}

/** Connects x and y in place; false if they were connected already. Nearly constant time. */
export function connect(sets: DisjointSets, x: number, y: number): boolean {
  const rootX = representative(sets, x);
  const rootY = representative(sets, y);
  if (rootX === rootY) return false;
  sets[rootX] = rootY;
  return true;
}

function representative(sets: DisjointSets, x: number): number {
  while (sets[x] !== x) {
    sets[x] = sets[sets[x]];
    x = sets[x];
  }
  return x;
}

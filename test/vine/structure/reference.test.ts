/** The vines that vinecopulib selected on the paper's data, as trees, and its first trees from Kendall's tau. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { nextCandidates } from '../../../src/vine/structure/candidates.ts';
import { type TreeEdge, treesOf } from '../../../src/vine/structure/edges.ts';
import { seedVine } from '../../../src/vine/structure/growingVine.ts';
import { fromMatrix } from '../../../src/vine/structure/matrix.ts';
import { maximumSpanningTree } from '../../../src/vine/structure/maximumSpanningTree.ts';
import { structureFromTrees } from '../../../src/vine/structure/structureFromTrees.ts';
import { validateStructure } from '../../../src/vine/structure/validateStructure.ts';
import { sharedPath } from '../../support/shared.ts';
import { edgeSets } from './edgeSet.ts';

interface PeerFit {
  readonly d: number;
  readonly matrix: number[][];
  readonly edges: {
    readonly tree: number;
    readonly conditioned: [number, number];
    readonly conditioning: number[];
  }[];
}

const present = sharedPath('reference', 'vine_rvine_d20.json') !== undefined;
const hint = present ? '' : ' (skipped: no reference folder; set TVINESYNTH_SHARED)';

function load<T>(name: string): T {
  return JSON.parse(readFileSync(sharedPath('reference', name) ?? name, 'utf8')) as T;
}

function peerTrees({ d, edges }: PeerFit): TreeEdge[][] {
  const trees: TreeEdge[][] = Array.from({ length: d - 1 }, () => []);
  for (const { tree, conditioned, conditioning } of edges) {
    trees[tree - 1].push({
      a: conditioned[0] - 1,
      b: conditioned[1] - 1,
      given: conditioning.map((v) => v - 1),
    });
  }
  return trees;
}

const datasets = ['d20', 'support2'];
const files = ['cvine', 'dvine', 'rvine', 'star1'].flatMap((kind) =>
  datasets.map((data) => `vine_${kind}_${data}.json`),
);

describe.skipIf(!present)(`vines selected by vinecopulib${hint}`, () => {
  test.each(files)(
    '%s becomes a valid array with the same edges, at every truncation, response first or not',
    (file) => {
      const { fit } = load<{ fit: PeerFit }>(file);
      const trees = peerTrees(fit);
      for (let truncation = 0; truncation < fit.d; truncation++) {
        const cut = trees.slice(0, truncation);
        for (const first of [undefined, fit.d - 1]) {
          const structure = structureFromTrees(
            cut,
            first === undefined ? { d: fit.d } : { d: fit.d, first },
          );
          validateStructure(structure);
          expect(edgeSets(treesOf(structure))).toEqual(edgeSets(cut));
          if (first !== undefined) expect(structure.order[0]).toBe(first);
        }
      }
    },
  );

  test.each(files)('%s has a matrix with the same edges', (file) => {
    const { fit } = load<{ fit: PeerFit }>(file);
    expect(edgeSets(treesOf(fromMatrix(fit.matrix)))).toEqual(edgeSets(peerTrees(fit)));
  });

  test.each(datasets)('the maximum spanning tree of |tau| on %s is its first tree', (data) => {
    const tau = load<{ kendall_tau: number[][] }>(`tau_${data}.json`).kendall_tau;
    const { fit } = load<{ fit: PeerFit }>(`vine_rvine_${data}.json`);
    const candidates = nextCandidates(seedVine(fit.d)).map((candidate) => ({
      ...candidate,
      weight: Math.abs(tau[candidate.a][candidate.b]),
    }));
    const tree = maximumSpanningTree(fit.d, candidates).map((c) => candidates[c]);
    expect(edgeSets([tree])).toEqual(edgeSets(peerTrees(fit).slice(0, 1)));
  });
});

/** The vines that vinecopulib selected, as trees, and its first trees from Kendall's tau. */
import { describe, expect, test } from 'vitest';
import { nextCandidates } from '../../../src/vine/structure/candidates.ts';
import { treesOf } from '../../../src/vine/structure/edges.ts';
import { seedVine } from '../../../src/vine/structure/growingVine.ts';
import { fromMatrix } from '../../../src/vine/structure/matrix.ts';
import { maximumSpanningTree } from '../../../src/vine/structure/maximumSpanningTree.ts';
import { structureFromTrees } from '../../../src/vine/structure/structureFromTrees.ts';
import { validateStructure } from '../../../src/vine/structure/validateStructure.ts';
import { datasets, kinds, peerFit, peerTrees, peerVines } from '../../support/peer.ts';
import { edgeSets } from './edgeSet.ts';

const vines = datasets.flatMap((data) => kinds.map((kind) => [kind, data] as const));

describe('vines selected by vinecopulib', () => {
  test.each(vines)(
    '%s of %s becomes a valid array with the same edges, at every truncation, response first or not',
    (kind, data) => {
      const fit = peerFit(kind, data);
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

  test.each(vines)('%s of %s has a matrix with the same edges', (kind, data) => {
    const fit = peerFit(kind, data);
    expect(edgeSets(treesOf(fromMatrix(fit.matrix)))).toEqual(edgeSets(peerTrees(fit)));
  });

  test.each(datasets)('the maximum spanning tree of |tau| on %s is its first tree', (data) => {
    const { tau } = peerVines(data);
    const fit = peerFit('rvine', data);
    const candidates = nextCandidates(seedVine(fit.d)).map((candidate) => ({
      ...candidate,
      weight: Math.abs(tau[candidate.a][candidate.b]),
    }));
    const tree = maximumSpanningTree(fit.d, candidates).map((c) => candidates[c]);
    expect(edgeSets([tree])).toEqual(edgeSets(peerTrees(fit).slice(0, 1)));
  });
});

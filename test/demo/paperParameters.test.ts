import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PAPER_CLASSES } from '../../src/demo/paperParameters.ts';
import { cholesky } from '../../src/numerics/cholesky.ts';
import { sharedPath } from '../support/shared.ts';

const paper = sharedPath('paper.tex');

describe.each([0, 1])('the printed parameters of class %i', (label) => {
  const blocks = PAPER_CLASSES[label];

  test('have blocks of 5, 5 and 10 covariates', () => {
    expect(blocks.map(({ mean }) => mean.length)).toEqual([5, 5, 10]);
    for (const { mean, covariance } of blocks) {
      expect(covariance.map((row) => row.length)).toEqual(mean.map(() => mean.length));
    }
  });

  test('have symmetric and positive definite covariances', () => {
    for (const { covariance } of blocks) {
      covariance.forEach((row, i) => {
        row.forEach((value, j) => {
          expect(value).toBe(covariance[j][i]);
        });
      });
      expect(() => cholesky(Float64Array.from(covariance.flat()), covariance.length)).not.toThrow();
    }
  });

  test.skipIf(paper === undefined)(
    'are those of the paper (skipped where the paper is not beside the repository)',
    () => {
      const printed = parametersInPaper(readFileSync(paper ?? '', 'utf8'))[label];
      expect(blocks.flatMap(({ mean }) => mean)).toEqual(printed.mean);
      const offsets = [0, 5, 10];
      const full = printed.mean.map(() => printed.mean.map(() => 0));
      blocks.forEach(({ covariance }, b) => {
        covariance.forEach((row, i) => {
          row.forEach((value, j) => {
            full[offsets[b] + i][offsets[b] + j] = value;
          });
        });
      });
      expect(full).toEqual(printed.covariance);
    },
  );
});

/** The means and covariances, read from the LaTeX source of the paper's appendix. */
function parametersInPaper(text: string) {
  const appendix = text.slice(text.indexOf('\\label{sec:simulated_real_data_d20_appendix}'));
  const means = [...appendix.matchAll(/\\bm\{\\mu\}_[01]\^\{\(I\)\} &:= \((.*?)\)\^T/g)];
  const matrices = [...appendix.matchAll(/\\begin\{pmatrix\}(.*?)\\end\{pmatrix\}/gs)];
  return [0, 1].map((label) => ({
    mean: means[label][1].split(',').map(Number),
    covariance: matrices[label][1]
      .split('\\\\')
      .map((row) => row.split('&').map((cell) => Number(cell) + 0)),
  }));
}

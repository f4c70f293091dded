// The kernel's exports: everything that computes over observations. Pointers are byte offsets into
// the module's memory, which the caller manages (src/numerics/kernel.ts).

export { exp, expm1 } from './elementary/exp';
export { log, log1p } from './elementary/log';
export { pow } from './elementary/pow';
export { asin, sinQuarterTurns } from './elementary/trigonometry';
export { betaCdf, gammaCdf } from './special/beta';
export { erf, erfc } from './special/erfc';
export { digamma, logGamma, trigamma } from './special/gamma';
export { normalCdf, normalCdfColumn, normalQuantile, normalQuantileColumn } from './special/normal';
export { studentCdf, studentLogPdf, studentQuantile } from './special/student';
export { scoreOfStudent, scoreOfStudentColumn, studentCdfNu, studentOfScore, studentOfScoreColumn, studentOfScoreNu, studentSlice } from './special/studentTable';

export { loadColumn, prepare, probabilitiesOf, scoresOf } from './copula/prepare';
export { cdf, hfunc, hfuncScores, hinv, hinvScores, logPdf } from './copula/families';
export { cellMoments, cellsBytes, prepareCells } from './copula/cells';
export { halfCellsBytes, hfuncGivenHalf, prepareHalfCells } from './copula/halfCells';
export { discreteLogPdf, hfuncGivenDiscrete, mixedLogPdf } from './copula/discrete';
export { cornerInverse, hasCornerInverse } from './copula/cornerInverse';
export { hinvGivenCells, hinvGivenCellsBytes } from './copula/cellInverse';
export { fillStudentExcess, studentCdfBytes, studentCdfColumn, studentCdfUsed, studentExcessBytes, useStudentExcess } from './copula/studentCdf';
export { studentLimitCdf, studentLimitH } from './copula/studentLimit';
export { accumulate, cellLogPdf, oneCornerLogPdf } from './copula/likelihood';
export { fillLevelTable, inverseByLevel, levelScratchBytes, levelTableBytes } from './copula/levelInverse';
export { tau } from './copula/tau';

export { crossProducts } from './columns/crossProducts';
export { kendallOfRanked, kendallScratch, kendallTau } from './columns/kendall';
export { rankColumn, rankedBytes } from './columns/rankedColumn';
export { ranks, ranksScratch } from './columns/ranks';
export { squaredDistances } from './columns/distances';
export { addGower } from './columns/gower';
export { sum } from './columns/sum';

export { maskedAdam, slicedGradient, slicedScratch } from './slices/particles';
export { projectionStep } from './slices/projection';

export { fillIntegers, fillPermutation } from './random/integers';
export { philox } from './random/philox';
export { fillUniforms, fillUniformsAt } from './random/uniforms';

export { batchNormRelu, batchNormReluBack } from './neural/batchNorm';
export { adam, clamp, columnProducts, columnSums, fillRows, leakyDropout, mixRows, multiplyBy, penalise, relu, reluBack, scaledRows } from './neural/layers';
export { mixtureSums } from './neural/mixture';
export { bits32, gumbels32, normals32, uniforms32 } from './neural/noise';
export { copyRows, multiply } from './neural/products';
export { activate, activateBack, chosenEntropy, drawCode, drawCodeBack, reconstruction } from './neural/spans';

/** Where free memory begins, behind the kernel's static tables. */
export function heapStart(): usize {
  return (__heap_base + 15) & ~15;
}

// The families' numbers, as in src/copula/families/; test/copula/families.test.ts compares them.

export const INDEPENDENCE = 0;
export const GAUSSIAN = 1;
export const STUDENT = 2;
export const CLAYTON = 3;
export const GUMBEL = 4;
export const FRANK = 5;
export const JOE = 6;
export const BB1 = 7;
export const BB6 = 8;
export const BB7 = 9;
export const BB8 = 10;

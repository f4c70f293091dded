/** How close to a point at which its formulas are singular a parameter is evaluated. */
export const BRINK = 1e-10;

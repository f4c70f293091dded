/**
 * What fits cost: seconds of one core, measured once on a mixed table with two classes (SUPPORT2, 66 variables: 5.2
 * and 6.8 s within games for 500 and 1,000 rows, 36 s for 9,105); whoever knows a clock scales it. Much of a search
 * does not grow with the rows, as neighbouring rows are taken together.
 */

/** An observation of a pair with all families tried. */
export const FIT = 7.5e-7;
/** What a pair costs besides, in observations. */
export const PAIR_START = 1100;

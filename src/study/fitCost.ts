/**
 * What fits cost: seconds of one core, measured once on mixed tables with two classes (SUPPORT2, 67 variables, 500
 * to 9,105 rows: 1.9e-6 to 2.5e-6); whoever knows a clock scales it.
 */

/** An observation of a pair with all families tried. */
export const FIT = 2.4e-6;
/** What a pair costs besides, in observations. */
export const PAIR_START = 150;

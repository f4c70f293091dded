/** A small table to try the page with; the same as examples/patients.csv. */

import text from '#patients';

export const patients: string = text;

/**
 * Where a canary may be shown, and why. What is not listed here is a leak. The list is empty: errors of
 * the reader name file, line and column and never a cell, so not even those need it. Names of columns
 * and levels of five rows or more are no canaries.
 */

import type { Allowed } from './search.ts';

export const ALLOWED: readonly Allowed[] = [];

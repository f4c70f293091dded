/** Where a canary may be shown, and why. What is not listed here is a leak. */

import type { Allowed } from './search.ts';

export const ALLOWED: readonly Allowed[] = [];

/**
 * What would lose the table and what was measured of it without a question: a file that is dropped beside the places
 * for files, which a browser would open in place of the page, and a reload while work is under way or done.
 */

import { busy, files, study } from './state.ts';

export function keepFromLeaving(): void {
  for (const name of ['dragover', 'drop'] as const) {
    addEventListener(name, (event) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    });
  }
  addEventListener('beforeunload', (event) => {
    const isLong = busy.value?.job === 'fit' || busy.value?.job === 'study';
    if (isLong || (study.value !== null && files.value === null)) event.preventDefault();
  });
}

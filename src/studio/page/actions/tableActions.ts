/** Reading a table: a file, an example, what was pasted. */

import { batch } from '@preact/signals';
import { DEMO_ROLES, simulatedCsv } from '../../../demo/simulatedCsv.ts';
import { type Choices, NO_CHOICES } from '../choices.ts';
import { callable } from '../engineLink.ts';
import { patients } from '../examples.ts';
import { recall } from '../memory.ts';
import * as state from '../state.ts';
import { clearTable } from './clear.ts';
import { describeColumns } from './columnActions.ts';
import { announce, during, theEngine } from './jobs.ts';

/** The name of a table that was pasted. */
export const PASTED = 'pasted.csv';

export async function readFile(
  blob: Blob,
  name: string,
  given: Partial<Choices> = {},
): Promise<void> {
  const remembered = (await recall(blob, name)) ?? {};
  const chosen: Choices = { ...NO_CHOICES, ...remembered, ...given };
  const info = await during('table', 'read', (tell) =>
    theEngine().api.read(blob, name, chosen.schema, callable(tell)),
  );
  if (!info) return;
  state.source.value = { blob, name };
  batch(() => {
    clearTable();
    state.pasted.value = null;
    state.table.value = info;
    state.choices.value = chosen;
  });
  announce(`${name} was read: ${info.rows} rows, ${info.columns} columns.`);
  await describeColumns();
}

export const readDemo = () =>
  readFile(new Blob([simulatedCsv(1)]), 'simulated.csv', {
    response: DEMO_ROLES.response,
    sensitive: DEMO_ROLES.sensitive,
  });

export const readPatients = () =>
  readFile(new Blob([patients]), 'patients.csv', { response: 'readmitted', sensitive: ['cost'] });

/** Text from the clipboard; kept, so that the command line can read it as well. */
export async function readPasted(text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  const before = state.table.value;
  await readFile(new Blob([bytes]), PASTED);
  if (state.table.value !== before) state.pasted.value = bytes;
}

export async function showHead(): Promise<void> {
  state.head.value = await theEngine().api.firstRows();
}

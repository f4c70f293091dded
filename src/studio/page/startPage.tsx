/** Starts the page: the engine's program is its own text, and a table may come from the server that sent it. */

import { render } from 'preact';
import { App } from './App.tsx';
import { readFile, startEstimating } from './actions.ts';
import { watchColours } from './colours.ts';
import { useProgram } from './engineLink.ts';
import { keepFromLeaving } from './keepFromLeaving.ts';
import { startDrawing } from './margins.ts';
import { findServer } from './server.ts';
import { isServed, saveFolder } from './state.ts';

export function startPage(text: string): void {
  useProgram(text);
  const root = document.getElementById('studio');
  if (!root) throw new Error('the page has no place for the studio');
  render(<App />, root);
  watchColours();
  startDrawing();
  startEstimating();
  keepFromLeaving();
  void fromServer();
}

async function fromServer(): Promise<void> {
  const server = await findServer();
  if (!server) return;
  isServed.value = true;
  saveFolder.value = server.folder;
  if (server.table) await readFile(server.table.blob, server.table.name);
}

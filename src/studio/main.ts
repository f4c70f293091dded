/**
 * The one script of the studio. In the document it is the page; in a worker that the page has started from the
 * same text, the engine; in a worker that the engine has started, a thread. So nothing is there twice.
 */

import { expose } from 'comlink';
import { threadUnits } from '../study/threadUnits.ts';
import { startThreadsWith } from '../work/thread.ts';
import { workerApi } from '../work/units.ts';
import { openEngine } from './engine/engine.ts';
import { addressOf, startOwnWorker } from './ownWorker.ts';
import { startPage } from './page/startPage.tsx';
import { closeWaysOut } from './waysOut.ts';

closeWaysOut();
if (typeof document === 'object') {
  startPage(document.currentScript?.textContent ?? '');
} else {
  const [kind, threads] = self.name.split(':');
  if (kind === 'engine') {
    // the address that the page has made is not the engine's own where the page is a file
    const useProgram = (text: string) => {
      const program = addressOf(text);
      startThreadsWith(() => startOwnWorker(program, 'thread'));
    };
    expose(openEngine(Number(threads), useProgram));
  } else {
    expose(workerApi(threadUnits));
  }
}

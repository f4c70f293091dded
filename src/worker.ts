/** The program of a thread: all units of work of the library, ready to be called. */

import { expose } from 'comlink';
import { threadUnits } from './study/threadUnits.ts';
import { poolEndpoint } from './work/thread.ts';
import { workerApi } from './work/units.ts';

expose(workerApi(threadUnits), await poolEndpoint());

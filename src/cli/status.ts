/** `status`: how far shared work is, and who is at it. */

import { Command } from 'commander';
import { type StoreStatus, type StudyStatus, storeStatus } from '../store/storeStatus.ts';
import { counted } from '../table/counted.ts';
import { withShell } from './options.ts';
import { duration } from './progress.ts';
import { type PlaceOptions, whereOf, withPlace } from './sharedPlace.ts';
import { printResult, type ShellOptions } from './shell.ts';

export function statusCommand(): Command {
  const command = new Command('status')
    .summary('how far shared work is, and who is at it')
    .description(
      'Says how many units of work of a shared folder are done, under way, failed and planned so far, by whom, and when they will be done at the pace of the last minute. Needs no key and shows no data.',
    );
  return withShell(withPlace(command)).action((options: PlaceOptions & ShellOptions) => {
    const status = storeStatus(whereOf(options));
    printResult(status, describe(status), options);
  });
}

function describe({ engine, studies }: StoreStatus): string {
  if (studies.length === 0) return `No study yet. Engine ${engine}.`;
  return [`Engine ${engine}`, ...studies.map(describeStudy)].join('\n\n');
}

function describeStudy(status: StudyStatus): string {
  const { study, done, planned, working, failed, lastMinute, secondsLeft, workers } = status;
  const left = secondsLeft === null ? 'no pace yet' : `${duration(1000 * secondsLeft)} left`;
  const alive = workers.filter((worker) => worker.alive);
  return [
    `Study ${study.slice(0, 12)}`,
    `  ${done} of ${counted(planned, 'planned unit')} done, ${working} under way, ${failed} failed`,
    `  ${lastMinute} in the last minute, ${left}; further stages may follow`,
    `  ${counted(alive.length, 'worker')} at work${workers.length > alive.length ? `, ${workers.length - alive.length} ended` : ''}`,
    ...workers.map(
      ({ host, pid, threads, units, seconds, failures, takenOver, alive: isAlive }) =>
        `    ${host} ${pid}: ${counted(threads, 'thread')}, ${counted(units, 'unit')} in ${duration(1000 * seconds)}, ${failures} failed, ${takenOver} taken over${isAlive ? '' : ' (ended)'}`,
    ),
  ].join('\n');
}

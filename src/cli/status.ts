/** `status`: how far shared work is, and who is at it. */

import { Command } from 'commander';
import type { QueueStatus } from '../queue/queueStatus.ts';
import { type StoreStatus, type StudyStatus, storeStatus } from '../store/storeStatus.ts';
import { counted } from '../table/counted.ts';
import { withShell } from './options.ts';
import { duration } from './progress.ts';
import { atPlace, type PlaceOptions, withPlace } from './sharedPlace.ts';
import { printResult, type ShellOptions } from './shell.ts';

export function statusCommand(): Command {
  const command = new Command('status')
    .summary('how far shared work is, and who is at it')
    .description(
      'Says how many units of shared work are done, under way and failed, and by whom; of a folder also how many are planned so far, and when they will be done at the pace of the last minute. A folder needs no key. Shows no data.',
    );
  return withShell(withPlace(command)).action(async (options: PlaceOptions & ShellOptions) => {
    const [document, text] = await atPlace<[unknown, string]>(
      options,
      (folder) => {
        const status = storeStatus(folder);
        return [status, describe(status)];
      },
      async (channel) => {
        const { queueStatus } = await import('../queue/queueStatus.ts');
        const status = await queueStatus(channel);
        return [status, describeQueue(status)];
      },
    );
    printResult(document, text, options);
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

function describeQueue({ done, waiting, working, failed, workers, studies }: QueueStatus): string {
  return [
    `${studies.length === 1 ? '1 study' : `${studies.length} studies`}: ${counted(done, 'unit')} done, ${working} under way, ${waiting} waiting, ${failed} failed`,
    `${counted(workers.length, 'worker')} at work`,
    ...workers.map(
      ({ host, pid, threads, units, seconds, failures }) =>
        `  ${host} ${pid}: ${counted(threads, 'thread')}, ${counted(units, 'unit')} in ${duration(1000 * seconds)}, ${failures} failed`,
    ),
  ].join('\n');
}

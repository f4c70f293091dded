/**
 * tvinesynth/queue: units of work on other machines, by BullMQ on Redis, Valkey or PostgreSQL. Needs Node, and
 * the packages bullmq and ioredis (or pg) beside this one.
 */

export type { Channel, ChannelOptions } from './queue/channel.ts';
export { openChannel } from './queue/channel.ts';
export type { Coordinator, CoordinatorOptions } from './queue/coordinator.ts';
export { openCoordinator } from './queue/coordinator.ts';
export type { QueueUrl, UrlOptions } from './queue/queueUrl.ts';
export { queueUrl } from './queue/queueUrl.ts';
export type { WorkerSettings, WorkerTotals } from './queue/queueWorker.ts';
export { runWorker } from './queue/queueWorker.ts';
export { readRunKey } from './store/runKey.ts';
export { studyKey } from './study/studyKey.ts';

/**
 * tvinesynth/node: tables and studies in files, work shared over a folder. The one part of the library that needs Node.
 *
 * @module tvinesynth/node
 */

export { type StudyFolder, type WriteStudyOptions, writeStudy } from './cli/writeStudy.ts';
export { type WriteTableFileOptions, writeTableFile } from './cli/writeTableFile.ts';
export { openSharedStore, type SharedStore, type SharedStoreOptions } from './store/sharedStore.ts';
export { readTableFile } from './table/files.ts';
export type { ReadOptions } from './table/readTable.ts';

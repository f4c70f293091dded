/** What a user can do. Each action asks the engine, and puts its answer into the state unless it is out of date. */

export { choose, rememberChoices } from './actions/choose.ts';
export {
  chooseRole,
  chooseRules,
  declare,
  declareSchema,
  describeColumns,
  move,
  moveTo,
  overrule,
  previewOrder,
  type Role,
  readSettings,
} from './actions/columnActions.ts';
export { startEstimating } from './actions/estimateActions.ts';
export { announce, cancel } from './actions/jobs.ts';
export { makeFiles, signWith, verify } from './actions/releaseActions.ts';
export { attack, choosePair, fit, limit } from './actions/studyActions.ts';
export {
  readDemo,
  readFile,
  readPasted,
  readPatients,
  showHead,
} from './actions/tableActions.ts';

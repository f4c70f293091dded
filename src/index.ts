export {
  type SimulatedTable,
  type SimulationSettings,
  simulateTable,
} from './demo/simulateTable.ts';

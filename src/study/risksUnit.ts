/** The unit of work of the three risks in a study: on the table that is released, with the rows held out. */

import {
  type ThreeRisks,
  type ThreeRisksSettings,
  threeRisks,
} from '../measures/threeRisks/threeRisks.ts';
import type { Table } from '../table/table.ts';

export interface RisksTask extends ThreeRisksSettings {
  readonly real: Table;
  readonly synthetic: Table;
}

export function risksUnit({ real, synthetic, ...settings }: RisksTask): ThreeRisks {
  return threeRisks(real, synthetic, settings);
}

export const riskUnits = { risksUnit };

/**
 * The cells of a table of two columns, seen along directions. A column with c cells has its centres at
 * (i + 1/2) / c in the unit interval; along a direction the cells have projections and an order. All
 * tables of one shape share them, so they are sorted once for a bank of directions, which lie evenly on
 * half a turn (a direction and its opposite see the same).
 */

import { kernel } from '../../numerics/kernel.ts';

export interface SliceBank {
  readonly cells: number;
  readonly angles: number;
  /** By direction: its two parts. */
  readonly wa: Float32Array;
  readonly wb: Float32Array;
  /** By direction and rank: the cell, row-major; its projection; the distance to the next. */
  readonly orders: Uint32Array;
  readonly z: Float32Array;
  readonly gaps: Float32Array;
}

export function sliceBank(cellsA: number, cellsB: number, angles: number): SliceBank {
  const { sinQuarterTurns } = kernel();
  const cells = cellsA * cellsB;
  const bank: SliceBank = {
    cells,
    angles,
    wa: new Float32Array(angles),
    wb: new Float32Array(angles),
    orders: new Uint32Array(angles * cells),
    z: new Float32Array(angles * cells),
    gaps: new Float32Array(angles * cells),
  };
  const at = new Float64Array(cells);
  for (let k = 0; k < angles; k++) {
    // in quarter turns, from 0 to 2
    const turns = (2 * (k + 0.5)) / angles;
    const wa = sinQuarterTurns(1 - turns);
    const wb = sinQuarterTurns(turns <= 1 ? turns : 2 - turns);
    for (let cell = 0; cell < cells; cell++) {
      const b = cell % cellsB;
      const a = (cell - b) / cellsB;
      at[cell] = (wa * (a + 0.5)) / cellsA + (wb * (b + 0.5)) / cellsB;
    }
    const order = Uint32Array.from(at.keys()).sort((i, j) => at[i] - at[j] || i - j);
    const from = k * cells;
    bank.wa[k] = wa;
    bank.wb[k] = wb;
    bank.orders.set(order, from);
    for (let rank = 0; rank < cells; rank++) {
      const here = at[order[rank]];
      bank.z[from + rank] = here;
      bank.gaps[from + rank] = rank + 1 < cells ? at[order[rank + 1]] - here : 0;
    }
  }
  return bank;
}

import type { CsvOptions } from './createReader.ts';
import type { ReopenableSource } from './source.ts';
import type { Table } from './table.ts';

export function isParquet(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x41 && head[2] === 0x52 && head[3] === 0x31;
}
export async function readParquet(_: ReopenableSource, __: CsvOptions): Promise<Table> {
  throw new Error('to come');
}

/** Writes a table to a file, whole or not at all, in the format that the name of the file asks for. */

import { type WriteFileOptions, writeFileWhole } from '../table/files.ts';
import type { FileFormat, Table } from '../table/table.ts';
import { createWriter, type WriteOptions, writeParts, writeTable } from '../table/writeTable.ts';
import { inLibraryWords } from './libraryWords.ts';

export interface WriteTableFileOptions extends WriteFileOptions, WriteOptions {}

/**
 * const { notes } = await writeTableFile('synthetic.csv', sample(model, 1000));
 *
 * Refuses to overwrite a file, unless `force` is true. The table is written as the file it comes from
 * was; where the name ends in .csv, .tsv, .parquet, .xlsx or .gz, the name decides on that. Parts, such as those
 * of `sampleChunks`, are written as they come, so that memory does not grow with the rows.
 */
export async function writeTableFile(
  path: string,
  table: Table | Iterable<Table>,
  options: WriteTableFileOptions = {},
): Promise<{ readonly notes: readonly string[] }> {
  let notes: readonly string[] = [];
  async function* bytes() {
    if ('columns' in table) {
      const written = await writeTable(table, {
        ...options,
        format: { ...formatOfName(path, table.format), ...options.format },
      });
      notes = written.notes;
      yield written.bytes;
      return;
    }
    const parts = table[Symbol.iterator]();
    const first = parts.next();
    if (first.done) return;
    const { format: own } = first.value;
    const format = { ...own, ...formatOfName(path, own), ...options.format };
    const writer = createWriter(format, options);
    yield* writeParts(fromFirst(first.value, parts), writer, format);
    notes = writer.notes();
  }
  await inLibraryWords(() => writeFileWhole(path, bytes(), options));
  return { notes };
}

async function* fromFirst(first: Table, others: Iterator<Table>): AsyncGenerator<Table> {
  yield first;
  for (let part = others.next(); !part.done; part = others.next()) yield part.value;
}

/** What the name of a file says of its format. */
export function formatOfName(path: string, { kind }: FileFormat): Partial<FileFormat> {
  const [, ending, packing] = /\.(csv|tsv|parquet|xlsx)(\.gz)?$/i.exec(path) ?? [];
  if (ending === undefined) return /\.gz$/i.test(path) ? { gzip: true } : {};
  const gzip = packing !== undefined;
  const asked = ending.toLowerCase() as FileFormat['kind'];
  if (asked === kind || asked === 'parquet' || asked === 'xlsx') return { gzip, kind: asked };
  return { gzip, kind: asked, delimiter: asked === 'tsv' ? '\t' : ',' };
}

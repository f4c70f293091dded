import { InputError } from '../numerics/inputError.ts';

/** Kinds of file that are often mistaken for tables of text, by their first bytes. */
const OTHER_FILES: readonly (readonly [readonly number[], string])[] = [
  [[0x50, 0x4b, 3, 4], 'a ZIP archive or an Excel workbook. Save the sheet as CSV'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel workbook. Save the sheet as CSV'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'compressed with zstd. Unpack it first'],
  [[0x42, 0x5a, 0x68], 'compressed with bzip2. Unpack it first'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'compressed with xz. Unpack it first'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF. Save the table as CSV'],
];

export function refuseOtherFiles(head: Uint8Array, name: string | undefined): void {
  for (const [magic, what] of OTHER_FILES) {
    if (magic.every((byte, place) => head[place] === byte)) {
      throw new InputError(`${name ?? 'the table'}: this is ${what}.`);
    }
  }
}

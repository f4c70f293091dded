/** A ZIP archive of a few files, deflated, without times, so that the same files give the same bytes. */

import { gather, throughStream } from '../source.ts';

export interface ZipFile {
  readonly path: string;
  readonly pieces: Iterable<Uint8Array>;
}

export async function zip(files: readonly ZipFile[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  const add = (part: Uint8Array) => {
    parts.push(part);
    at += part.length;
  };
  for (const { path, pieces } of files) {
    let crc = 0xffffffff;
    let size = 0;
    async function* seen(): AsyncGenerator<Uint8Array> {
      for (const piece of pieces) {
        for (const byte of piece) crc = CRC[(crc ^ byte) & 0xff] ^ (crc >>> 8);
        size += piece.length;
        yield piece;
      }
    }
    const packed = await gather(throughStream(seen(), new CompressionStream('deflate-raw')));
    const name = new TextEncoder().encode(path);
    const common = [
      ...[...two(20), ...two(0x800), ...two(8), ...two(0), ...two(0x21)],
      ...[...four((crc ^ 0xffffffff) >>> 0), ...four(packed.length), ...four(size)],
      ...two(name.length),
    ];
    const start = at;
    add(Uint8Array.from([...four(0x04034b50), ...common, ...two(0)]));
    add(name);
    add(packed);
    directory.push(
      Uint8Array.from([
        ...[...four(0x02014b50), ...two(20), ...common, ...two(0), ...two(0), ...two(0)],
        ...[...two(0), ...four(0), ...four(start)],
      ]),
      name,
    );
  }
  const first = at;
  for (const part of directory) add(part);
  const count = two(files.length);
  add(
    Uint8Array.from([
      ...[...four(0x06054b50), ...two(0), ...two(0), ...count, ...count],
      ...[...four(at - first), ...four(first), ...two(0)],
    ]),
  );
  const whole = new Uint8Array(at);
  let filled = 0;
  for (const part of parts) {
    whole.set(part, filled);
    filled += part.length;
  }
  return whole;
}

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function two(value: number): number[] {
  return [value & 0xff, (value >>> 8) & 0xff];
}

function four(value: number): number[] {
  return [...two(value & 0xffff), ...two(value >>> 16)];
}

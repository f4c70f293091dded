/** A client of WebSocket (RFC 6455) over Node's own HTTP, for text messages: Node 20 has none. */

import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Duplex } from 'node:stream';

export interface TextSocket {
  send(text: string): void;
  close(): void;
}

const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

export function openTextSocket(url: string, received: (text: string) => void): Promise<TextSocket> {
  return new Promise((opened, failed) => {
    const asked = request(url.replace(/^ws/, 'http'), {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
    });
    asked.on('error', failed);
    asked.on('response', ({ statusCode }) => failed(new Error(`${url} answered ${statusCode}`)));
    asked.on('upgrade', (_, socket, first) => {
      const read = frameReader((kind, data) => {
        if (kind === TEXT) received(data.toString());
        else if (kind === PING) socket.write(frame(PONG, data));
        else if (kind === CLOSE) socket.end();
      });
      socket.on('data', read);
      socket.on('error', () => socket.destroy());
      read(first);
      opened(overSocket(socket));
    });
    asked.end();
  });
}

function overSocket(socket: Duplex): TextSocket {
  return {
    send: (text) => void socket.write(frame(TEXT, Buffer.from(text))),
    close: () => socket.destroy(),
  };
}

/** Of a client: masked. */
function frame(kind: number, data: Buffer): Buffer {
  const long = data.length > 0xffff ? 127 : data.length > 125 ? 126 : data.length;
  const head = Buffer.alloc(long === 127 ? 10 : long === 126 ? 4 : 2);
  head[0] = 0x80 | kind;
  head[1] = 0x80 | long;
  if (long === 126) head.writeUInt16BE(data.length, 2);
  if (long === 127) head.writeBigUInt64BE(BigInt(data.length), 2);
  const mask = randomBytes(4);
  return Buffer.concat([head, mask, data.map((byte, i) => byte ^ mask[i % 4])]);
}

/** Takes bytes as they come, tells of whole messages. */
function frameReader(found: (kind: number, data: Buffer) => void): (bytes: Buffer) => void {
  let waiting = Buffer.alloc(0);
  let parts: Buffer[] = [];
  let kindOfParts = TEXT;
  return (bytes) => {
    waiting = Buffer.concat([waiting, bytes]);
    for (;;) {
      if (waiting.length < 2) return;
      const long = waiting[1] & 0x7f;
      const head = long === 127 ? 10 : long === 126 ? 4 : 2;
      if (waiting.length < head) return;
      const length =
        long === 127
          ? Number(waiting.readBigUInt64BE(2))
          : long === 126
            ? waiting.readUInt16BE(2)
            : long;
      if (waiting.length < head + length) return;
      const data = waiting.subarray(head, head + length);
      const [isLast, kind] = [(waiting[0] & 0x80) !== 0, waiting[0] & 0x0f];
      waiting = waiting.subarray(head + length);
      if (kind >= CLOSE) found(kind, data);
      else {
        if (kind !== 0) kindOfParts = kind;
        parts.push(data);
        if (isLast) {
          found(kindOfParts, Buffer.concat(parts));
          parts = [];
        }
      }
    }
  };
}

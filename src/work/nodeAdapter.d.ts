declare module 'comlink/dist/esm/node-adapter.mjs' {
  import type { Endpoint } from 'comlink';

  /** What `worker_threads` offers on either side. */
  interface NodePort {
    postMessage(message: unknown, transfer?: readonly never[]): void;
    on(type: string, listener: (value: unknown) => void): unknown;
    off(type: string, listener: (value: unknown) => void): unknown;
  }

  export default function nodeEndpoint(port: NodePort): Endpoint;
}

/**
 * The page's policy lets the browser refuse requests, sockets and forms. Peer connections it does not cover, so
 * they are taken away before anything else runs.
 */
export function closeWaysOut(): void {
  for (const name of [
    'RTCPeerConnection',
    'webkitRTCPeerConnection',
    'mozRTCPeerConnection',
    'RTCDataChannel',
    'RTCIceTransport',
    'WebTransport',
  ]) {
    Reflect.deleteProperty(globalThis, name);
  }
}

// Chromium keeps the memory of what Web Crypto, streams and messages return until a collection of all garbage, which it begins after a
// hundred megabytes and more; `ArrayBuffer.transfer` does not free it either. A message to nobody does.
const { port1: nobody, port2: closed } = new MessageChannel();
closed.close();

/** Frees memory at once. */
export function free({ buffer }: Uint8Array<ArrayBuffer>): void {
  nobody.postMessage(buffer, [buffer]);
}

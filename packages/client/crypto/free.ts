// Chromium keeps the memory of what Web Crypto, streams and messages return until a collection of all garbage, which it begins after a
// hundred megabytes and more; `ArrayBuffer.transfer` does not free it either. A message to a closed port does.
const { port1: sender, port2: receiver } = new MessageChannel();
receiver.close();

/** Frees memory at once. */
export function free({ buffer }: Uint8Array<ArrayBuffer>): void {
  sender.postMessage(buffer, [buffer]);
}

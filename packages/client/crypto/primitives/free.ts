// Chromium keeps the memory of what Web Crypto, streams and messages return until a collection of all garbage, which it begins after a
// hundred megabytes and more; `ArrayBuffer.transfer` does not free it either. A message to a closed port does.
const { port1: sender, port2: receiver } = new MessageChannel();
receiver.close();

/** Cloudflare's workers have messages, but transfer nothing with them. */
const canTransfer = (() => {
  const one = new ArrayBuffer(1);
  try {
    sender.postMessage(one, [one]);
    return true;
  } catch {
    return false;
  }
})();

/** Frees memory at once, where the runtime can. */
export function free({ buffer }: Uint8Array<ArrayBuffer>): void {
  if (canTransfer) sender.postMessage(buffer, [buffer]);
}

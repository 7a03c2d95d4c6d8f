/// <reference path="./sha256-umd.d.ts" />

// [Note: SHA-256 piece by piece] Web Crypto hashes in one call only. WebAssembly takes 40 % of the time of JavaScript, but not every page and not
// every runtime may compile it; the policy of our own workers lets them (docs/decisions/108-workers-hash-with-webassembly.md).

/** SHA-256 of bytes that come in pieces. */
export interface RunningSha256 {
  update(bytes: Uint8Array): void;
  /** Lowercase hex. Nothing can be added afterwards. */
  hex(): string;
}

export async function openSha256(): Promise<RunningSha256> {
  return (await compiled()) ?? interpreted();
}

/** `null` where WebAssembly may not be compiled. */
async function compiled(): Promise<RunningSha256 | null> {
  try {
    const { default: library } = await import('hash-wasm/dist/sha256.umd.min.js');
    const hash = await library.createSHA256();
    return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') };
  } catch {
    return null;
  }
}

/** In JavaScript. */
export async function interpreted(): Promise<RunningSha256> {
  const [{ sha256 }, { bytesToHex }] = await Promise.all([
    import('@noble/hashes/sha2.js'),
    import('@noble/hashes/utils.js'),
  ]);
  const hash = sha256.create();
  return { update: (bytes) => void hash.update(bytes), hex: () => bytesToHex(hash.digest()) };
}

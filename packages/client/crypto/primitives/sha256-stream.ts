// biome-ignore-all lint/style/noNonNullAssertion: typed arrays have every index that is read here, and a check would cost speed

// [Note: SHA-256 piece by piece] Web Crypto hashes in one call only. This is FIPS 180-4, section 6.2, with the state in local variables:
// three times as fast in Chromium as libraries without WebAssembly, which our pages do not allow
// (docs/decisions/016-previews-without-webassembly.md).

const BLOCK = 64;
const ROUNDS = 64;

/** The first 32 bits behind the point of the roots of the first primes. */
function bitsOfRoots(root: (prime: number) => number, count: number): Int32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return Int32Array.from(primes, (prime) => (root(prime) % 1) * 2 ** 32);
}
const constants = bitsOfRoots(Math.cbrt, ROUNDS);
const initial = bitsOfRoots(Math.sqrt, 8);
const schedule = new Int32Array(ROUNDS);

/** SHA-256 of bytes that come in pieces. */
export class Sha256Stream {
  readonly #state = initial.slice();
  readonly #rest = new Uint8Array(BLOCK);
  #restLength = 0;
  #length = 0;

  update(bytes: Uint8Array): void {
    this.#length += bytes.length;
    let at = 0;
    if (this.#restLength > 0) {
      at = Math.min(BLOCK - this.#restLength, bytes.length);
      this.#rest.set(bytes.subarray(0, at), this.#restLength);
      this.#restLength += at;
      if (this.#restLength < BLOCK) return;
      compress(this.#state, this.#rest, 0, BLOCK);
    }
    const end = bytes.length - ((bytes.length - at) % BLOCK);
    compress(this.#state, bytes, at, end);
    this.#rest.set(bytes.subarray(end));
    this.#restLength = bytes.length - end;
  }

  /** Lowercase hex. Nothing can be added afterwards. */
  hex(): string {
    // A bit, zeros to the end of a block, and the length in bits.
    const padding = new Uint8Array(BLOCK - ((this.#restLength + 8) % BLOCK) + 8);
    padding[0] = 0x80;
    new DataView(padding.buffer).setBigUint64(padding.length - 8, BigInt(this.#length) * 8n);
    this.update(padding);
    return Array.from(this.#state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }
}

/** Adds the blocks of `bytes` from `from` to `end` to the state. */
function compress(state: Int32Array, bytes: Uint8Array, from: number, end: number): void {
  const [w, k] = [schedule, constants];
  for (let block = from; block < end; block += BLOCK) {
    for (let i = 0, at = block; i < 16; i += 1, at += 4)
      w[i] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
    for (let i = 16; i < ROUNDS; i += 1) {
      const [x, y] = [w[i - 15]!, w[i - 2]!];
      const small0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const small1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[i] = (((w[i - 16]! + small0) | 0) + ((w[i - 7]! + small1) | 0)) | 0;
    }
    let a = state[0]!;
    let b = state[1]!;
    let c = state[2]!;
    let d = state[3]!;
    let e = state[4]!;
    let f = state[5]!;
    let g = state[6]!;
    let h = state[7]!;
    for (let i = 0; i < ROUNDS; i += 1) {
      const big1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const choice = g ^ (e & (f ^ g));
      const first = (((h + big1) | 0) + ((choice + ((k[i]! + w[i]!) | 0)) | 0)) | 0;
      const big0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const majority = (a & b) ^ (c & (a ^ b));
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + ((big0 + majority) | 0)) | 0;
    }
    state[0]! += a;
    state[1]! += b;
    state[2]! += c;
    state[3]! += d;
    state[4]! += e;
    state[5]! += f;
    state[6]! += g;
    state[7]! += h;
  }
}

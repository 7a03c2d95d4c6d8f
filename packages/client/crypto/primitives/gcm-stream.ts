import { importChunksKey } from './chunk-list.ts';
import { CryptoError } from './crypto-error.ts';
import { IV_BYTES, KEY_BYTES, TAG_BYTES } from './gcm-lengths.ts';
import { blockFromField, fieldFromBlock, inverse, multiply, power } from './ghash-field.ts';

// [Note: GCM piece by piece] Web Crypto runs AES-GCM in one call only, which needs the whole message in memory. The parts of
// GCM (NIST SP 800-38D) can be had one by one:
// - Its ciphertext is that of counter mode. The counter block is the IV and a number of 32 bits, which is 2 for the first block.
// - Its tag is ((Y + lengths) · H) + mask. H is the encryption of a block of zeros. The mask is the encryption of the
//   counter block 1, and also the tag of an empty message under the same IV.
// - Y is the sum of all blocks of ciphertext, each times a power of H. After a piece of n blocks, Y becomes
//   Y · H^n + Y of the piece alone.
// - Y of a piece alone comes from Web Crypto: AES-GCM of an empty message with the piece as additional data gives the tag
//   ((Y + lengths) · H) + mask, so Y is (tag + mask) / H + lengths. The product is native, and one multiplication is ours.
// The tags of pieces never leave this file: together with their pieces they would reveal H.

const BLOCK = 16;
/** The most bytes that AES-GCM encrypts under one IV: the counter has 32 bits. */
export const MAX_GCM_BYTES = 2 ** 36 - 32;

/** One AES-256 key for the two modes that a stream needs, and the key of the list of chunks. Not extractable. */
export interface StreamKey {
  counter: CryptoKey;
  tag: CryptoKey;
  chunks: CryptoKey;
}

/** Zeroes `keyBytes`. @throws CryptoError `BAD_KEY` */
export async function importStreamKey(keyBytes: Uint8Array<ArrayBuffer>): Promise<StreamKey> {
  try {
    if (keyBytes.length !== KEY_BYTES) throw new CryptoError('BAD_KEY', 'The data key is not 32 bytes.');
    const [counter, tag, chunks] = await Promise.all([
      crypto.subtle.importKey('raw', keyBytes, 'AES-CTR', false, ['encrypt']),
      crypto.subtle.importKey('raw', keyBytes, 'AES-GCM', false, ['encrypt']),
      importChunksKey(keyBytes),
    ]);
    return { counter, tag, chunks };
  } finally {
    keyBytes.fill(0);
  }
}

/**
 * Encrypts or decrypts one AES-256-GCM message piece by piece. Pieces have whole blocks of 16 bytes, except the last one. What
 * `decrypt` returns is not authenticated before `requireTag` has resolved.
 */
export class GcmStream {
  readonly #key: StreamKey;
  readonly #iv: Uint8Array<ArrayBuffer>;
  /** H, 1/H, and the tag of an empty message. */
  readonly #h: bigint;
  readonly #inverse: bigint;
  readonly #mask: bigint;
  /** The power of H for the size of the newest piece; most pieces have the same. */
  #power = { blocks: 0, value: power(0n, 0n) };
  #length = 0;
  #sum = 0n;

  private constructor(key: StreamKey, iv: Uint8Array<ArrayBuffer>, h: bigint, mask: bigint) {
    this.#key = key;
    this.#iv = iv;
    this.#h = h;
    this.#inverse = inverse(h);
    this.#mask = mask;
  }

  /**
   * @param length bytes of the message, without the tag
   * @throws CryptoError `BAD_KEY`, `TOO_LARGE`
   */
  static async open(key: StreamKey, iv: Uint8Array<ArrayBuffer>, length: number): Promise<GcmStream> {
    if (iv.length !== IV_BYTES)
      throw new CryptoError('BAD_KEY', 'The initialisation vector is not 12 bytes.');
    if (length > MAX_GCM_BYTES)
      throw new CryptoError('TOO_LARGE', 'A file of more than 64 GiB cannot be encrypted as a whole.');
    const zeros = new Uint8Array(BLOCK);
    const h = await applyCounter(key.counter, zeros, zeros);
    const mask = await tagOf(key.tag, iv, new Uint8Array(0));
    return new GcmStream(key, iv, fieldFromBlock(h), mask);
  }

  async encrypt(piece: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const ciphertext = await applyCounter(this.#key.counter, this.#nextCounter(), piece);
    await this.#add(ciphertext);
    return ciphertext;
  }

  async decrypt(ciphertext: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const plaintext = await applyCounter(this.#key.counter, this.#nextCounter(), ciphertext);
    await this.#add(ciphertext);
    return plaintext;
  }

  /** The tag of all pieces so far. */
  tag(): Uint8Array<ArrayBuffer> {
    return blockFromField(multiply(this.#sum ^ bits(this.#length), this.#h) ^ this.#mask);
  }

  /** @throws CryptoError `TAG_MISMATCH` */
  requireTag(tag: Uint8Array): void {
    const differences = this.tag().reduce((sum, byte, at) => sum | (byte ^ (tag[at] ?? 0)), 0);
    if (tag.length !== TAG_BYTES || differences !== 0)
      throw new CryptoError('TAG_MISMATCH', 'The stored bytes do not match this key or were changed.');
  }

  async #add(ciphertext: Uint8Array<ArrayBuffer>): Promise<void> {
    const blocks = Math.ceil(ciphertext.length / BLOCK);
    if (this.#power.blocks !== blocks) this.#power = { blocks, value: power(this.#h, BigInt(blocks)) };
    const tag = await tagOf(this.#key.tag, this.#iv, ciphertext);
    // Additional data is counted in the first half of the block of lengths.
    const alone = multiply(tag ^ this.#mask, this.#inverse) ^ (bits(ciphertext.length) << 64n);
    this.#sum = multiply(this.#sum, this.#power.value) ^ alone;
    this.#length += ciphertext.length;
  }

  #nextCounter(): Uint8Array<ArrayBuffer> {
    return counterAt(this.#iv, this.#length);
  }
}

/**
 * Decrypts bytes from the middle of a message. Authenticates nothing: the caller has verified them.
 * @param offset where they begin; whole blocks of 16 bytes
 */
export function decryptAt(
  key: StreamKey,
  iv: Uint8Array<ArrayBuffer>,
  offset: number,
  ciphertext: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  return applyCounter(key.counter, counterAt(iv, offset), ciphertext);
}

function counterAt(iv: Uint8Array<ArrayBuffer>, offset: number): Uint8Array<ArrayBuffer> {
  if (offset % BLOCK !== 0) throw new Error('The bytes before these were not of whole blocks');
  const counter = new Uint8Array(BLOCK);
  counter.set(iv);
  new DataView(counter.buffer).setUint32(IV_BYTES, 2 + offset / BLOCK);
  return counter;
}

const bits = (bytes: number) => BigInt(bytes) * 8n;

/** In counter mode, encryption and decryption are the same. */
async function applyCounter(
  key: CryptoKey,
  counter: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CTR', counter, length: 32 }, key, bytes));
}

/** The tag of an empty message with this additional data. */
async function tagOf(
  key: CryptoKey,
  iv: Uint8Array<ArrayBuffer>,
  additionalData: Uint8Array<ArrayBuffer>,
): Promise<bigint> {
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, new Uint8Array(0));
  return fieldFromBlock(new Uint8Array(sealed));
}

import { ghash } from '@noble/ciphers/_polyval';
import { bytesFromBase64 } from './base64.ts';
import { CryptoError } from './crypto-error.ts';

const BLOCK = 16;
/** Bytes of the tag at the end of the stored bytes. */
export const TAG_BYTES = 16;
const IV_BYTES = 12;
const KEY_BYTES = 32;

/**
 * Decrypts AES-256-GCM piece by piece, which Web Crypto does not offer: its counter mode gives the plaintext, and GHASH the
 * tag. What `decrypt` returns is not authenticated before `requireTag` has resolved.
 */
export class GcmStream {
  readonly #key: CryptoKey;
  readonly #iv: Uint8Array;
  readonly #hash: ReturnType<typeof ghash.create>;
  #length = 0;

  private constructor(key: CryptoKey, iv: Uint8Array, hash: ReturnType<typeof ghash.create>) {
    this.#key = key;
    this.#iv = iv;
    this.#hash = hash;
  }

  /**
   * @param key base64, 32 bytes
   * @param iv base64, 12 bytes
   * @param length bytes of the ciphertext, without the tag
   * @throws CryptoError `BAD_KEY`
   */
  static async open(key: string, iv: string, length: number): Promise<GcmStream> {
    const [keyBytes, ivBytes] = [bytesFromBase64(key), bytesFromBase64(iv)];
    try {
      if (keyBytes.length !== KEY_BYTES || ivBytes.length !== IV_BYTES)
        throw new CryptoError(
          'BAD_KEY',
          'The data key is not 32 bytes, or the initialisation vector not 12.',
        );
      const aes = await crypto.subtle.importKey('raw', keyBytes, 'AES-CTR', false, ['encrypt']);
      const hashKey = await applyCounter(aes, new Uint8Array(BLOCK), new Uint8Array(BLOCK));
      return new GcmStream(aes, ivBytes, ghash.create(hashKey, length));
    } finally {
      keyBytes.fill(0);
    }
  }

  /** @param ciphertext whole blocks of 16 bytes, except at the end */
  async decrypt(ciphertext: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#length % BLOCK !== 0) throw new Error('The piece before this one was not of whole blocks');
    // The first block after the one of the tag.
    const counter = this.#counter(2 + this.#length / BLOCK);
    this.#hash.update(ciphertext);
    this.#length += ciphertext.length;
    return applyCounter(this.#key, counter, ciphertext);
  }

  /** @throws CryptoError `TAG_MISMATCH` */
  async requireTag(tag: Uint8Array): Promise<void> {
    const lengths = new DataView(new ArrayBuffer(BLOCK));
    lengths.setBigUint64(8, BigInt(this.#length) * 8n);
    this.#hash.update(new Uint8Array(lengths.buffer));
    const mask = await applyCounter(this.#key, this.#counter(1), new Uint8Array(BLOCK));
    const differences = this.#hash.digest().reduce((sum, byte, at) => {
      return sum | (byte ^ (mask[at] ?? 0) ^ (tag[at] ?? 0));
    }, 0);
    if (tag.length !== TAG_BYTES || differences !== 0)
      throw new CryptoError('TAG_MISMATCH', 'The stored bytes do not match this key or were changed.');
  }

  #counter(block: number): Uint8Array<ArrayBuffer> {
    const counter = new Uint8Array(BLOCK);
    counter.set(this.#iv);
    new DataView(counter.buffer).setUint32(IV_BYTES, block);
    return counter;
  }
}

/** In counter mode, encryption and decryption are the same. */
async function applyCounter(
  key: CryptoKey,
  counter: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CTR', counter, length: 32 }, key, bytes));
}

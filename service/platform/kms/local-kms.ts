import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { type DataKey, type KeyContext, type Kms, KmsError, maxPlaintextBytes } from './kms.ts';

/**
 * [Note: local wrap] version (1 byte, 0x01) | key id (8) | salt (32) | ciphertext | tag (16). Key and IV of each wrap
 * come from HKDF-SHA-256 over the master key with a random salt per wrap, so no pair of key and IV is used twice.
 * AES-256-GCM authenticates the header and the canonical context in addition to the ciphertext.
 */
const version = 1;
const keyIdLength = 8;
const saltLength = 32;
const tagLength = 16;
const headerLength = 1 + keyIdLength + saltLength;
const masterKeyLength = 32;

/**
 * Key management in this process.
 * @param masterKeys 32 bytes each. The first one wraps; all of them unwrap, so that old wraps stay readable after a
 * rotation.
 */
export class LocalKms implements Kms {
  readonly #current: { id: Buffer; key: Buffer };
  readonly #ring = new Map<string, Buffer>();

  constructor(masterKeys: readonly [Uint8Array, ...Uint8Array[]]) {
    for (const masterKey of masterKeys) {
      if (masterKey.length !== masterKeyLength) {
        throw new Error(`A master key has ${masterKey.length} bytes; it needs ${masterKeyLength}.`);
      }
      this.#ring.set(keyId(masterKey).toString('hex'), Buffer.from(masterKey));
    }
    this.#current = { id: keyId(masterKeys[0]), key: Buffer.from(masterKeys[0]) };
  }

  get keyName(): string {
    return `local:${this.#current.id.toString('hex')}`;
  }

  get current(): Kms {
    return this.#ring.size === 1 ? this : new LocalKms([this.#current.key]);
  }

  async generateDataKey(context: KeyContext): Promise<DataKey> {
    const plaintext = new Uint8Array(randomBytes(32));
    return { plaintext, wrapped: await this.wrap(plaintext, context) };
  }

  async wrap(plaintext: Uint8Array, context: KeyContext): Promise<Uint8Array> {
    if (plaintext.length < 1 || plaintext.length > maxPlaintextBytes) {
      throw new RangeError(`Wraps hold 1 to ${maxPlaintextBytes} bytes.`);
    }
    const header = Buffer.concat([Uint8Array.of(version), this.#current.id, randomBytes(saltLength)]);
    const { key, iv } = deriveKey(this.#current.key, header);
    const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength });
    cipher.setAAD(additionalData(header, context));
    return new Uint8Array(
      Buffer.concat([header, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]),
    );
  }

  async unwrapDataKey(wrapped: Uint8Array, context: KeyContext): Promise<Uint8Array> {
    const length = wrapped.length - headerLength - tagLength;
    if (length < 1 || length > maxPlaintextBytes || wrapped[0] !== version) {
      throw new KmsError('MALFORMED', 'This is not a wrapped key of a known version.');
    }
    const header = Buffer.from(wrapped.subarray(0, headerLength));
    const masterKey = this.#ring.get(header.toString('hex', 1, 1 + keyIdLength));
    if (masterKey === undefined)
      throw new KmsError('UNKNOWN_KEY', 'This key was wrapped under another master key.');
    const { key, iv } = deriveKey(masterKey, header);
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength });
    decipher.setAAD(additionalData(header, context));
    decipher.setAuthTag(wrapped.subarray(-tagLength));
    try {
      const plaintext = decipher.update(wrapped.subarray(headerLength, -tagLength));
      return new Uint8Array(Buffer.concat([plaintext, decipher.final()]));
    } catch (error) {
      throw new KmsError('REFUSED', 'The wrapped key does not open under this context.', { cause: error });
    }
  }
}

/** Derives an id from a master key that does not reveal the key. */
function keyId(masterKey: Uint8Array): Buffer {
  return Buffer.from(
    hkdfSync('sha256', masterKey, new Uint8Array(), 'labroom local kms key id', keyIdLength),
  );
}

function deriveKey(masterKey: Uint8Array, header: Buffer): { key: Buffer; iv: Buffer } {
  const salt = header.subarray(1 + keyIdLength);
  const derived = Buffer.from(hkdfSync('sha256', masterKey, salt, 'labroom local kms wrap v1', 32 + 12));
  return { key: derived.subarray(0, 32), iv: derived.subarray(32) };
}

/** The header has a fixed length and JSON is unambiguous, so different contexts give different bytes. */
function additionalData(header: Buffer, context: KeyContext): Buffer {
  const sorted = Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.concat([header, Buffer.from(JSON.stringify(sorted))]);
}

import { seal, sha256Hex } from '../../lib/crypto/aes-gcm.ts';
import { base64FromBytes } from '../../lib/crypto/base64.ts';

/** `seal`: as the web app's worker does it; the others are Web Crypto and nothing else. */
export type InMemory = 'seal' | 'encryptAndHash' | 'encrypt';

export type RawRequest = { bytes: ArrayBuffer; key: Uint8Array<ArrayBuffer> } | InMemory;

export interface RawAnswer {
  ciphertext: ArrayBuffer;
  /** Base64, 12 bytes. */
  iv: string;
  /** `sha256-` and lowercase hex, of the plaintext; empty where it was not asked for. */
  plaintextHash: string;
}

let bytes = new ArrayBuffer();
let keyBytes = new Uint8Array();
let key: CryptoKey | undefined;

const ways: Record<InMemory, () => Promise<RawAnswer>> = {
  seal: () => seal(bytes, keyBytes.slice()),
  encryptAndHash: () => encrypted(true),
  encrypt: () => encrypted(false),
};

async function encrypted(hashed: boolean): Promise<RawAnswer> {
  if (!key) throw new Error('There is nothing to encrypt');
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const [ciphertext, hash] = await Promise.all([
    crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes),
    hashed ? sha256Hex(bytes) : '',
  ]);
  return { ciphertext, iv: base64FromBytes(iv), plaintextHash: hashed ? `sha256-${hash}` : '' };
}

self.onmessage = async ({ data }: MessageEvent<RawRequest>) => {
  if (typeof data === 'string') {
    const answer = await ways[data]();
    return self.postMessage(answer, [answer.ciphertext]);
  }
  ({ bytes, key: keyBytes } = data);
  key = await crypto.subtle.importKey('raw', keyBytes, 'AES-GCM', false, ['encrypt']);
  self.postMessage(null);
};

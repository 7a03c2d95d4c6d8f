import { type Encrypted, encrypt, sha256Hex } from '@labroom/client/crypto/aes-gcm';
import { base64FromBytes } from '@labroom/client/crypto/base64';

/**
 * Request for the bytes that were sent before. `encryptOnly` is the encryption of the web app's worker without the hash;
 * the others use Web Crypto only.
 */
export type RawRequest =
  | { do: 'keep'; bytes: ArrayBuffer; key: Uint8Array<ArrayBuffer> }
  | { do: 'encrypt' | 'encryptAndHash' | 'encryptOnly' };

export interface RawAnswer extends Encrypted {
  /** `sha256-` and lowercase hex, of the plaintext; empty if it was not requested. */
  plaintextHash: string;
}

let bytes = new ArrayBuffer();
let keyBytes = new Uint8Array();
let key: CryptoKey | undefined;

async function encrypted(hashed: boolean): Promise<RawAnswer> {
  if (!key) throw new Error('There is nothing to encrypt');
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const [ciphertext, hash] = await Promise.all([
    crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes),
    hashed ? sha256Hex(bytes) : '',
  ]);
  return { ciphertext, iv: base64FromBytes(iv), plaintextHash: hashed ? `sha256-${hash}` : '' };
}

async function answerTo(request: RawRequest): Promise<RawAnswer | null> {
  if (request.do === 'encryptOnly') return { ...(await encrypt(bytes, keyBytes.slice())), plaintextHash: '' };
  if (request.do !== 'keep') return encrypted(request.do === 'encryptAndHash');
  ({ bytes, key: keyBytes } = request);
  key = await crypto.subtle.importKey('raw', keyBytes, 'AES-GCM', false, ['encrypt']);
  return null;
}

self.onmessage = async ({ data }: MessageEvent<RawRequest>) => {
  const answer = await answerTo(data);
  self.postMessage(answer, answer ? [answer.ciphertext] : []);
};

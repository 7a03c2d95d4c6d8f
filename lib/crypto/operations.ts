import { open, seal, sha256Hex } from './aes-gcm.ts';
import { CryptoError } from './crypto-error.ts';
import { get, type PutRequest, put } from './transfer.ts';

export interface EncryptedFile {
  /** Ciphertext and tag; a reference, so passing it between threads copies nothing. */
  ciphertext: Blob;
  /** Base64, 12 bytes. */
  iv: string;
  /** `sha256-` and lowercase hex, of the plaintext. */
  plaintextHash: string;
}

export interface DecryptRequest {
  /** Where the stored bytes are. */
  url: string;
  /** 32 bytes; moved to the worker and zeroed there. */
  key: Uint8Array<ArrayBuffer>;
  /** Base64, 12 bytes. */
  iv: string;
  /** `sha256-` and lowercase hex, of the plaintext. */
  plaintextHash: string;
  /** MIME type of the plaintext. */
  contentType: string;
}

export interface StoredFile {
  body: Blob;
  /** `sha256:` and lowercase hex, of the stored bytes. */
  contentHash: string;
}

export type Report = (bytes: number) => void;

/** What a worker can be asked to do. `report` counts bytes of the transfer, where there is one. */
export const operations = {
  async encryptFile(args: { file: Blob; key: Uint8Array<ArrayBuffer> }): Promise<EncryptedFile> {
    const { ciphertext, iv, plaintextHash } = await seal(await read(args.file), args.key);
    return { ciphertext: new Blob([ciphertext]), iv, plaintextHash };
  },

  /** SHA-256 of a file, lowercase hex. */
  async hashFile(args: { file: Blob }): Promise<string> {
    return sha256Hex(await read(args.file));
  },

  /** Sends a body and hashes it meanwhile. Returns `sha256:` and lowercase hex, to hold against the service's own. */
  async putFile(args: PutRequest, report: Report, signal: AbortSignal): Promise<string> {
    const sent = put(args, report, signal);
    const hashed = read(args.body).then(sha256Hex);
    const [hash] = await Promise.all([hashed, sent]);
    return `sha256:${hash}`;
  },

  async fetchFile(
    args: { url: string; contentType: string },
    report: Report,
    signal: AbortSignal,
  ): Promise<StoredFile> {
    const bytes = await get(args.url, report, signal);
    return {
      body: new Blob([bytes], { type: args.contentType }),
      contentHash: `sha256:${await sha256Hex(bytes)}`,
    };
  },

  async decryptFile(args: DecryptRequest, report: Report, signal: AbortSignal): Promise<StoredFile> {
    const bytes = await get(args.url, report, signal);
    const contentHash = `sha256:${await sha256Hex(bytes)}`;
    const plaintext = await open(bytes, args.key, args.iv, args.plaintextHash);
    return { body: new Blob([plaintext], { type: args.contentType }), contentHash };
  },
};

export type Operations = typeof operations;

async function read(file: Blob): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch (cause) {
    throw new CryptoError(
      'UNREADABLE',
      'The file cannot be read. Was it moved or changed after you chose it?',
      {
        cause,
      },
    );
  }
}

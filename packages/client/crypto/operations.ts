import { storedHash } from '@labroom/protocol/content-hash';
import type { PartsPlan } from './parts/make-parts.ts';
import { open, seal, sha256Hex } from './primitives/aes-gcm.ts';
import { aborted, CryptoError, type CryptoErrorCode, unreadable } from './primitives/crypto-error.ts';
import { openSha256 } from './primitives/running-sha256.ts';
import { get, type PutRequest, put, type SendRequest } from './transfer.ts';

export interface EncryptedFile {
  /** Ciphertext and tag. A Blob is passed between threads without copying. */
  ciphertext: Blob;
  /** Base64, 12 bytes. */
  iv: string;
  /** `sha256-` and lowercase hex, over the plaintext. */
  plaintextHash: string;
}

export interface DecryptRequest {
  /** URL of the stored bytes. */
  url: string;
  /** 32 bytes, transferred to the worker and zeroed there. */
  key: Uint8Array<ArrayBuffer>;
  /** Base64, 12 bytes. */
  iv: string;
  /** `sha256-` and lowercase hex, over the plaintext. */
  plaintextHash: string;
  /** MIME type of the plaintext. */
  contentType: string;
}

export interface StoredFile {
  body: Blob;
  /** `sha256:` and lowercase hex, over the stored bytes. */
  contentHash: string;
}

export interface FailureOfSending {
  code: CryptoErrorCode;
  message: string;
  status: number | undefined;
}

export type Report = (bytes: number) => void;

/** Operations of a worker. `report` counts transferred bytes, if there are any. */
export const operations = {
  async encryptFile(
    args: { file: Blob; key: Uint8Array<ArrayBuffer> },
    _report: Report,
    signal: AbortSignal,
  ): Promise<EncryptedFile> {
    const plaintext = await readFor(args, signal);
    const { ciphertext, ...rest } = await seal(plaintext, args.key);
    return { ...rest, ciphertext: new Blob([ciphertext]) };
  },

  /** SHA-256 of a file, lowercase hex. */
  async hashFile({ file }: { file: Blob }, _report: Report, signal: AbortSignal): Promise<string> {
    const { hashPieces } = await import('./parts/make-parts.ts');
    return hashPieces(file, signal);
  },

  /** Loads what the next two need. */
  async prepare(): Promise<void> {
    await Promise.all([
      import('./parts/make-parts.ts'),
      import('./parts/piece-port.ts'),
      import('./parts/answer-with-parts.ts'),
      openSha256(),
    ]);
  },

  /** Makes the parts of a file, one for each message of `out`, while other threads run `hashFromPort` on its pieces. */
  async makeParts(
    {
      out,
      plaintext,
      ciphertext,
      ...plan
    }: PartsPlan & { out: MessagePort; plaintext: MessagePort; ciphertext: MessagePort | null },
    _report: Report,
    signal: AbortSignal,
  ): Promise<void> {
    const [{ makeParts }, { portSink }, { answerWithParts }] = await Promise.all([
      import('./parts/make-parts.ts'),
      import('./parts/piece-port.ts'),
      import('./parts/answer-with-parts.ts'),
    ]);
    const sinks = { plaintext: portSink(plaintext), ciphertext: ciphertext && portSink(ciphertext) };
    await answerWithParts(makeParts(plan, sinks, signal), out, signal);
  },

  /** SHA-256, lowercase hex, of the pieces that another thread passes from `makeParts`. */
  async hashFromPort(
    { from, length }: { from: MessagePort; length: number },
    _report: Report,
    signal: AbortSignal,
  ): Promise<string> {
    const { hashFromPort } = await import('./parts/piece-port.ts');
    return hashFromPort(from, length, signal);
  },

  /** Uploads a body whose hash is known. The memory of the body goes back, also with a failure. */
  async send(
    args: SendRequest,
    report: Report,
    signal: AbortSignal,
  ): Promise<{ body: Uint8Array<ArrayBuffer>; failure: FailureOfSending | null }> {
    const { body } = args;
    try {
      await put(args, report, signal);
      return { body, failure: null };
    } catch (error) {
      if (!(error instanceof CryptoError)) throw error;
      return { body, failure: { code: error.code, message: error.message, status: error.status } };
    }
  },

  /**
   * Uploads a body and hashes it meanwhile. Returns `sha256:` and lowercase hex, to compare with the service's hash.
   */
  async putFile(args: PutRequest, report: Report, signal: AbortSignal): Promise<string> {
    const sent = put(args, report, signal);
    const hashed = read(args.body).then(sha256Hex);
    const [hash] = await Promise.all([hashed, sent]);
    return storedHash(hash);
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

/** Zeroes the key if reading fails or is aborted. */
async function readFor(args: { file: Blob; key: Uint8Array }, signal: AbortSignal): Promise<ArrayBuffer> {
  try {
    const plaintext = await read(args.file);
    if (signal.aborted) throw aborted();
    return plaintext;
  } catch (error) {
    args.key.fill(0);
    throw error;
  }
}

async function read(file: Blob): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch (cause) {
    throw unreadable(cause);
  }
}

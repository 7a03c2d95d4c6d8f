import { createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { CHUNK_BYTES } from '@labroom/protocol/chunk-list';
import { inlineCrypto } from '../crypto/inline-crypto.ts';
import { fakePorts } from './fake-ports.ts';
import { type KeptUpload, type KeptUploads, keptNowhere } from './kept-uploads.ts';
import type { PartsPorts } from './upload-in-parts.ts';
import type { UploadReceipt } from './upload-ports.ts';

/** What reached the storage, also where the sender was told that it failed. */
export interface Sent {
  token: string;
  number: number;
  bytes: Buffer;
}

/** A service and a storage for parts, in memory. */
export function fakeParts(partLength: number) {
  const { ports: whole, calls, finished, fail, hold, reached, advanceTime } = fakePorts();
  const uploads = new Map<string, Map<number, Buffer>>();
  const keys = new Map<string, string>();
  const sent: Sent[] = [];
  const refusals = new Map<number, unknown[]>();
  let issued = 0;

  const storedOf = (token: string) => uploads.get(token) ?? new Map<number, Buffer>();
  const expiry = () => new Date(whole.now() + 15 * 60_000).toISOString();

  const urlOf = (token: string, number: number) => ({ number, url: `${token}/${number}`, headers: [] });

  const ports: PartsPorts = {
    ...whole,
    api: {
      ...whole.api,
      async generateDataEncryptionKey(signal) {
        const key = await whole.api.generateDataEncryptionKey(signal);
        const plaintextDEK = randomBytes(32).toString('base64');
        keys.set(key.encryptedDek, plaintextDEK);
        return { ...key, plaintextDEK };
      },
      async finish(args): Promise<UploadReceipt> {
        const receipt = await whole.api.finish(args);
        return { ...receipt, contentHash: `sha256:${hashOf(stored(args.uploadToken))}` };
      },
    },
    inParts: {
      api: {
        async initiateInParts() {
          calls.push('initiateInParts');
          issued += 1;
          const uploadToken = `upload-${issued}`;
          uploads.set(uploadToken, new Map());
          const first = { urls: [urlOf(uploadToken, 1)], urlExpiry: expiry() };
          return { uploadToken, partLength, expiresAt: expiry(), first };
        },
        async cancelUpload({ uploadToken }) {
          calls.push('cancelUpload');
          uploads.delete(uploadToken);
        },
        chunksOf: async () => listOf(stored(finished.at(-1)?.uploadToken ?? '')),
        async uploadParts({ uploadToken, numbers }) {
          calls.push(`uploadParts ${numbers.join()}`);
          const urls = numbers.map((number) => urlOf(uploadToken, number));
          return { stored: [...storedOf(uploadToken).keys()], urls, urlExpiry: expiry() };
        },
      },
      crypto: {
        prepareParts() {},
        parts: (plan, signal) => inlineCrypto.parts(plan, signal),
        async send(request, running) {
          const [token = '', number = ''] = request.url.split('/');
          const bytes = Buffer.from(request.body);
          sent.push({ token, number: Number(number), bytes });
          // It looks at no byte. A blob would copy them.
          const onBytes = () => running?.onBytes?.(bytes.length / 2);
          await whole.crypto.put({ ...request, body: new Blob() }, { ...running, onBytes });
          const refusal = refusals.get(Number(number))?.shift();
          if (refusal) throw refusal;
          storedOf(token).set(Number(number), bytes);
        },
      },
      kept: keptNowhere,
    },
  };

  /** The data key of an upload. */
  function keyOf(metadata: { encryptedDek: string } | undefined): Buffer {
    return Buffer.from(keys.get(metadata?.encryptedDek ?? '') ?? '', 'base64');
  }
  /** The object that the parts of an upload make. */
  function stored(token: string): Buffer {
    const parts = [...storedOf(token)].sort(([a], [b]) => a - b);
    return Buffer.concat(parts.map(([, bytes]) => bytes));
  }
  return {
    ports,
    calls,
    finished,
    sent,
    fail,
    hold,
    reached,
    advanceTime,
    stored,
    keyOf,
    uploads,
    /** The next sendings of a part reach the storage, and fail for the sender. */
    refuse: (number: number, ...errors: unknown[]) => refusals.set(number, errors),
    /** What another program reads of the finished upload. */
    opened(at = finished.length - 1): Buffer {
      const { uploadToken = '', encryptionMetadata } = finished[at] ?? {};
      const bytes = stored(uploadToken);
      if (!encryptionMetadata) return bytes;
      const { encryptedDek, iv } = encryptionMetadata;
      const key = keyOf({ encryptedDek });
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'));
      decipher.setAuthTag(bytes.subarray(-16));
      return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]);
    },
  };
}

/** SHA-256 of each MiB. */
function listOf(bytes: Buffer): Uint8Array {
  const hashes: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    hashes.push(Buffer.from(hashOf(bytes.subarray(at, at + CHUNK_BYTES)), 'hex'));
  return new Uint8Array(Buffer.concat(hashes));
}

export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Keeps uploads as a browser does over a reload. */
export function keptInMemory(): KeptUploads & { size(): number; loseHashes(): void } {
  const kept = new Map<string, KeptUpload>();
  const keep = async (id: string, upload: KeptUpload['upload']) => {
    const ledger = await keptNowhere.keep(id, upload, null);
    kept.set(id, { upload, ledger });
    return ledger;
  };
  return {
    keep,
    find: async (id) => kept.get(id) ?? null,
    async forget(id) {
      kept.delete(id);
    },
    size: () => kept.size,
    loseHashes() {
      for (const [id, { upload }] of kept) void keep(id, upload);
    },
  };
}

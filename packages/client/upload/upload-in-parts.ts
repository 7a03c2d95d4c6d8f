import { CHUNK_BYTES } from '@labroom/protocol/chunk-list';
import { plaintextHash, storedHash } from '@labroom/protocol/content-hash';
import { type Part, type PartsPlan, type PartsSource, sizeOf } from '../crypto/parts/make-parts.ts';
import { base64FromBytes, bytesFromBase64 } from '../crypto/primitives/base64.ts';
import { codeOf } from '../crypto/primitives/chunk-list.ts';
import { aborted, CryptoError, unreadable } from '../crypto/primitives/crypto-error.ts';
import { free } from '../crypto/primitives/free.ts';
import { IV_BYTES } from '../crypto/primitives/gcm-lengths.ts';
import { importStreamKey } from '../crypto/primitives/gcm-stream.ts';
import { joined } from '../crypto/primitives/joined.ts';
import type { SendRequest } from '../crypto/transfer.ts';
import { storedSize } from './compare-with-existing.ts';
import { idOfUpload } from './id-of-upload.ts';
import { type KeptUpload, keptNowhere, type UploadInParts, whenKept } from './kept-uploads.ts';
import { PartUrls } from './part-urls.ts';
import type { DataKey, IssuedUrls, UploadPorts } from './upload-ports.ts';
import type { SentFile, UploadObserver, UploadRequest } from './upload-request.ts';
import { mayRetry, withRetry } from './with-retry.ts';

// [Note: parts] One pass reads the file, encrypts it as one AES-256-GCM message and hashes it; each part is sent while the next ones
// are made. An upload that is continued makes the same parts again from the first byte, because tag and hashes need all of them, and
// sends those that the storage lacks. Under one key and IV nothing else may be encrypted than before. So the hash of each part
// is kept before it leaves (`PartLedger`), and if one differs, the upload begins anew, with a new key.

/** Smaller files are sent as a whole, which takes fewer requests. Bytes. */
export const IN_PARTS_FROM = 16 * 1_048_576;

/** Parts that are sent at the same time. Each takes memory three times in a browser: its own, and that of the request. */
const LANES = 2;

export type PartsPorts = UploadPorts & Required<Pick<UploadPorts, 'inParts'>>;

/** What is sent, and for whom. */
type PartsRequest = Pick<UploadRequest, 'oclId' | 'contentType' | 'access' | 'changeBy'> & {
  file: PartsSource;
};

/** Thrown inside this file alone. */
class ContentChanged extends Error {}

/**
 * Sends a file in parts, or the rest of it where an earlier attempt stopped. Errors: `LabroomError`, `CryptoError`. After either, another call goes on.
 */
export async function sendInParts(
  ports: PartsPorts,
  request: UploadRequest,
  checkpoint: { inParts?: KeptUpload },
  signal: AbortSignal,
  observer: UploadObserver,
): Promise<SentFile> {
  const id = await idOfUpload(request).catch((cause: unknown) => {
    throw unreadable(cause);
  });
  const begun = checkpoint.inParts ?? (await ports.inParts.kept.find(id));
  const compared = { ...request, hashesStored: false };
  try {
    const upload = begun ?? (await begin(ports, request, id, signal));
    checkpoint.inParts = keptOf(upload);
    return await sendParts(ports, compared, upload, signal, observer);
  } catch (error) {
    if (!(error instanceof ContentChanged)) throw error;
    await forget(ports, checkpoint, id);
    const upload = await begin(ports, request, id, signal);
    checkpoint.inParts = keptOf(upload);
    return await sendParts(ports, compared, upload, signal, observer).catch((cause: unknown) => {
      if (!(cause instanceof ContentChanged)) throw cause;
      throw new CryptoError('UNREADABLE', 'The file changes while it is uploaded.', { cause });
    });
  }
}

/** An upload that this call has begun has URLs for its first parts, and no stored part. */
type BegunUpload = KeptUpload & { first?: IssuedUrls };

/** Another attempt asks which parts are stored. */
const keptOf = ({ upload, ledger }: BegunUpload): KeptUpload => ({ upload, ledger });

/**
 * Sends the content of a stored object, with a new key, and hashes what is stored. It is not kept: after an error it begins again. Errors as
 * of `sendInParts`.
 */
export async function resendInParts(
  ports: PartsPorts,
  request: PartsRequest,
  signal: AbortSignal,
): Promise<SentFile> {
  const alone = { ...ports, inParts: { ...ports.inParts, kept: keptNowhere } };
  const hashed = { ...request, hashesStored: true };
  return sendParts(alone, hashed, await begin(alone, request, '', signal), signal, {});
}

/** Removes the key and the rest of an upload that has ended or was refused. */
export async function forgetParts(
  ports: PartsPorts,
  request: UploadRequest,
  checkpoint: { inParts?: KeptUpload },
): Promise<void> {
  await forget(ports, checkpoint, await idOfUpload(request));
}

/**
 * Ends an upload in parts that nobody goes on with: its bytes are free at once, not after 48 hours. Fails silently, because they are
 * free by then.
 */
export async function cancelParts(
  ports: PartsPorts,
  request: UploadRequest,
  checkpoint: { inParts?: KeptUpload },
): Promise<void> {
  const { api, kept } = ports.inParts;
  if (request.file.size < IN_PARTS_FROM) return;
  try {
    const id = await idOfUpload(request);
    const begun = checkpoint.inParts ?? (await kept.find(id));
    if (!begun) return;
    await forget(ports, checkpoint, id);
    await api.cancelUpload({ oclId: request.oclId, uploadToken: begun.upload.uploadToken });
  } catch {
    // The service or the file cannot be reached.
  }
}

async function forget(ports: PartsPorts, checkpoint: { inParts?: KeptUpload }, id: string): Promise<void> {
  delete checkpoint.inParts;
  await ports.inParts.kept.forget(id);
}

/** Reserves the bytes and gets a key, at the same time. */
async function begin(
  ports: PartsPorts,
  { oclId, file, contentType, access, target }: PartsRequest & Partial<Pick<UploadRequest, 'target'>>,
  id: string,
  signal: AbortSignal,
): Promise<BegunUpload> {
  const { api, kept, crypto } = ports.inParts;
  // What makes parts is started meanwhile.
  crypto.prepareParts();
  const contentLength = storedSize(sizeOf(file), access.level);
  const [{ first, ...ticket }, dataKey] = await Promise.all([
    withRetry(() => api.initiateInParts({ oclId, contentType, contentLength }, signal), ports, signal),
    access.level === 'PUBLIC'
      ? null
      : withRetry(() => ports.api.generateDataEncryptionKey(signal), ports, signal),
  ]);
  const upload: UploadInParts = {
    ...ticket,
    ...(target && 'path' in target && { place: { oclId, path: target.path } }),
    sealing: dataKey && (await sealingWith(dataKey, ports.now())),
  };
  return { upload, first, ledger: whenKept(kept.keep(id, upload, dataKey?.plaintextDEK ?? null)) };
}

async function sealingWith(
  { plaintextDEK, ...wrapped }: DataKey,
  now: number,
): Promise<NonNullable<UploadInParts['sealing']>> {
  return {
    ...wrapped,
    key: await importStreamKey(bytesFromBase64(plaintextDEK)),
    iv: crypto.getRandomValues(new Uint8Array(IV_BYTES)),
    encryptedAt: new Date(now).toISOString(),
  };
}

async function sendParts(
  ports: PartsPorts,
  { oclId, file, access, changeBy, hashesStored }: PartsRequest & Pick<PartsPlan, 'hashesStored'>,
  { upload: { uploadToken, partLength, sealing }, ledger, first }: BegunUpload,
  signal: AbortSignal,
  observer: UploadObserver,
): Promise<SentFile> {
  observer.onPhase?.('sending');
  observer.onBytes?.(0);
  const failing = new AbortController();
  const either = AbortSignal.any([signal, failing.signal]);
  const count = Math.ceil(storedSize(sizeOf(file), access.level) / partLength);
  // Elsewhere a chunk may begin in one part and end in the next.
  const isChunked = partLength % CHUNK_BYTES === 0;
  const of = { oclId, uploadToken, count };
  const urls = new PartUrls(ports.inParts.api, of, { now: ports.now, signal: either, first });
  const [isStored, parts] = [
    urls.stored(),
    ports.inParts.crypto.parts(
      { file, partLength, sealing, hashesStored: hashesStored || !isChunked },
      either,
    ),
  ];
  // Its failure is reported when the answer is wanted.
  isStored.catch(() => {});
  const progress = progressOf(observer);
  const lanes = new Set<Promise<unknown>>();
  const chunks: Part['chunks'][] = [];
  const spare: Part['body'][] = [];
  let failure: unknown;

  function sendOne(part: Part): void {
    const sending = sendPart(ports, urls, part, either, (bytes) => progress(part.number, bytes)).then(
      (body) => spare.push(body),
      (error) => {
        failure ??= error;
        failing.abort();
      },
    );
    const lane: Promise<unknown> = sending.finally(() => lanes.delete(lane));
    lanes.add(lane);
  }
  async function sealed(own: NonNullable<UploadInParts['sealing']>) {
    if (!isChunked) return own;
    const list = {
      iv: own.iv,
      contentLength: storedSize(sizeOf(file), access.level),
      hashes: joined(chunks),
    };
    return { ...own, chunksMac: base64FromBytes(await codeOf(own.key.chunks, list)) };
  }
  try {
    let next = await parts.next();
    for (; !next.done; next = await parts.next(spare.pop())) {
      const part = next.value;
      chunks.push(part.chunks);
      const before = await ledger.record(part.number, part.sha256);
      const isThere = (await isStored).has(part.number);
      if (before === null ? isThere : before !== part.sha256) throw new ContentChanged();
      if (isThere) {
        progress(part.number, part.body.length);
        spare.push(part.body);
        continue;
      }
      while (lanes.size >= LANES) await Promise.race(lanes);
      if (either.aborted) break;
      sendOne(part);
    }
    await Promise.all(lanes);
    if (failure) throw failure;
    if (!next.done) throw aborted();
    const { stored, plaintext } = next.value;
    const sent = stored === null ? { chunks: joined(chunks) } : { hash: storedHash(stored) };
    if (!sealing || access.level === 'PUBLIC') return { uploadToken, sent };
    const { key: _, iv, ...wrapped } = await sealed(sealing);
    return {
      uploadToken,
      sent,
      encryptionMetadata: {
        ...wrapped,
        iv: base64FromBytes(iv),
        contentHash: plaintextHash(plaintext),
        accessControlConditions: access.conditions,
        encryptedBy: changeBy,
      },
    };
  } catch (error) {
    throw signal.aborted ? aborted() : (failure ?? error);
  } finally {
    failing.abort();
    await parts.return({ plaintext: '', stored: null });
    await Promise.all(lanes);
    for (const body of spare) free(body);
  }
}

/** The bytes of all parts together. */
function progressOf({ onBytes }: UploadObserver): (number: number, bytes: number) => void {
  const sent = new Map<number, number>();
  let total = 0;
  return (number, bytes) => {
    total += bytes - (sent.get(number) ?? 0);
    sent.set(number, bytes);
    onBytes?.(total);
  };
}

/** Sends a part, and repeats it alone. Returns its memory. */
async function sendPart(
  ports: PartsPorts,
  urls: PartUrls,
  { number, body }: Part,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<Part['body']> {
  const { length } = body;
  let request: SendRequest = { url: '', headers: [], body };
  const send = async () => {
    const { url, headers } = await urls.urlOf(number);
    request = { url, headers, body: request.body };
    try {
      await ports.inParts.crypto.send(request, { signal, onBytes });
    } catch (error) {
      if (isRefusal(error)) urls.refused(number);
      throw error;
    }
  };
  await withRetry(send, ports, signal, (error) => mayRetry(error) || isRefusal(error));
  onBytes(length);
  return request.body;
}

/** A URL has expired, or belongs to a session that has ended. */
const isRefusal = (error: unknown) =>
  error instanceof CryptoError && error.code === 'HTTP' && (error.status === 403 || error.status === 410);

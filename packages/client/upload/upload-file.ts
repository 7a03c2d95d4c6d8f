import { LabroomError } from '../api/api-failure.ts';
import type { Reason } from '../api/errors.generated.ts';
import { aborted, CryptoError } from '../crypto/primitives/crypto-error.ts';
import { neverAborted } from '../signals/never-aborted.ts';
import { storedSize } from './compare-with-existing.ts';
import type { FinishArguments } from './finish-arguments.ts';
import type { KeptUpload } from './kept-uploads.ts';
import { Places } from './places.ts';
import { forgetParts, IN_PARTS_FROM, sendInParts } from './upload-in-parts.ts';
import type { ReadySmallFile, UploadPorts, UploadReceipt, UploadTicket } from './upload-ports.ts';
import type { SentFile, UploadObserver, UploadRequest } from './upload-request.ts';
import { mayRetry, withRetry } from './with-retry.ts';

// An upload does not start with a presigned URL that expires sooner.
const MIN_VALIDITY_MS = 30_000;
/** Between two calls that wait for the parts to be joined. */
const JOINING_PAUSE_MS = 100;

/** Completed work, so that a retry continues where the last attempt stopped. Holds no key that can be read. */
export interface UploadCheckpoint {
  sealed?: { ciphertext: Blob; encryptionMetadata: NonNullable<FinishArguments['encryptionMetadata']> };
  ticket?: UploadTicket;
  inParts?: KeptUpload;
  sent?: SentFile;
  small?: ReadySmallFile;
  /** What search is told of a public file; `null` if it has no text. */
  contentText?: string | null;
}

/**
 * Uploads one file into a data room: initiate, key, encrypt, PUT, finish; a public one without key and encryption. Only public files are sent unencrypted.
 * A small new file shares its calls with others that are uploaded at the same time. A large file is sent in parts, while the rest is encrypted. Errors: `LabroomError`, `CryptoError`. After either, another call with the same
 * checkpoint continues.
 */
export async function uploadFile(
  ports: UploadPorts,
  request: UploadRequest,
  checkpoint: UploadCheckpoint,
  signal: AbortSignal,
  observer: UploadObserver = {},
): Promise<UploadReceipt> {
  const inSteps = () => uploadInSteps(ports, request, checkpoint, signal, observer);
  if (!ports.small?.takes(request) || checkpoint.sent) return inSteps();
  const receipt = await ports.small.upload(request, checkpoint, signal, observer);
  // Many are uploaded at the same time in that way; not so in this one.
  return receipt ?? instead.run(inSteps);
}

/** Small files of a session that takes the three steps only. */
const instead = new Places(4);

async function uploadInSteps(
  ports: UploadPorts,
  request: UploadRequest,
  checkpoint: UploadCheckpoint,
  signal: AbortSignal,
  observer: UploadObserver,
): Promise<UploadReceipt> {
  const { inParts } = ports;
  const partsPorts = inParts && request.file.size >= IN_PARTS_FROM ? { ...ports, inParts } : null;
  try {
    checkpoint.sent ??= await (partsPorts
      ? sendInParts(partsPorts, request, checkpoint, signal, observer)
      : sendWhole(ports, request, checkpoint, signal, observer));
    if (signal.aborted) throw aborted();
    observer.onPhase?.('finishing');
    const finishing = finishArguments(request, checkpoint.sent);
    const receipt = await finish(ports, finishing);
    if (!(await isStoredAsSent(ports, request.oclId, receipt, checkpoint.sent))) {
      throw new CryptoError(
        'HASH_MISMATCH',
        'The stored bytes differ from the sent bytes. Upload a new version.',
      );
    }
    if (partsPorts) await forgetParts(partsPorts, request, checkpoint);
    return receipt;
  } catch (error) {
    const isVoid = forgetWhatIsVoid(checkpoint, error);
    if (isVoid && partsPorts) await forgetParts(partsPorts, request, checkpoint);
    throw error;
  }
}

/**
 * `finish` is safe to repeat, but from here on it can no longer be cancelled. While the service joins the parts of a large upload it says
 * so every few seconds, for as long as that takes; each call waits by itself.
 */
async function finish(ports: UploadPorts, args: FinishArguments): Promise<UploadReceipt> {
  for (;;) {
    try {
      const mayRepeat = (error: unknown) => mayRetry(error) && !isJoining(error);
      return await withRetry(() => ports.api.finish(args), ports, neverAborted(), mayRepeat);
    } catch (error) {
      if (!isJoining(error)) throw error;
      await ports.wait(JOINING_PAUSE_MS, neverAborted());
    }
  }
}

const isJoining = (error: unknown) => error instanceof LabroomError && error.reason === 'UPLOAD_JOINING';

/** A file that was hashed by chunks alone is compared with the list that the service made of the stored bytes. */
async function isStoredAsSent(
  ports: UploadPorts,
  oclId: string,
  receipt: UploadReceipt,
  { sent }: SentFile,
): Promise<boolean> {
  if ('hash' in sent) return receipt.contentHash === sent.hash;
  const { inParts } = ports;
  if (!inParts) return false;
  const stored = await withRetry(() => inParts.api.chunksOf(oclId, receipt), ports, neverAborted());
  return stored?.length === sent.chunks.length && stored.every((byte, at) => byte === sent.chunks[at]);
}

async function sendWhole(
  ports: UploadPorts,
  { oclId, file, contentType, access, changeBy }: UploadRequest,
  checkpoint: UploadCheckpoint,
  signal: AbortSignal,
  observer: UploadObserver,
): Promise<SentFile> {
  const { api, crypto } = ports;
  const contentLength = storedSize(file.size, access.level);
  const planned = { oclId, contentType, contentLength };
  if (access.level !== 'PUBLIC' && !checkpoint.sealed) {
    observer.onPhase?.('encrypting');
    // First, so that an upload that is refused costs neither a key nor the encryption.
    await ticketFor(ports, checkpoint, planned, signal);
    const { plaintextDEK, ...wrapped } = await withRetry(
      () => api.generateDataEncryptionKey(signal),
      ports,
      signal,
    );
    const { ciphertext, iv, plaintextHash } = await crypto.encrypt(file, plaintextDEK, { signal });
    const encryptionMetadata = {
      ...wrapped,
      iv,
      contentHash: plaintextHash,
      accessControlConditions: access.conditions,
      encryptedBy: changeBy,
      encryptedAt: new Date(ports.now()).toISOString(),
    };
    checkpoint.sealed = { ciphertext, encryptionMetadata };
  }
  const body: Blob = checkpoint.sealed?.ciphertext ?? file;
  observer.onPhase?.('sending');
  observer.onBytes?.(0);
  const { uploadUrl, uploadToken, headers } = await ticketFor(ports, checkpoint, planned, signal);
  const put = () => crypto.put({ url: uploadUrl, headers, body }, { signal, onBytes: observer.onBytes });
  const hash = await withRetry(put, ports, signal);
  observer.onBytes?.(body.size);
  const { sealed } = checkpoint;
  return { uploadToken, sent: { hash }, ...(sealed && { encryptionMetadata: sealed.encryptionMetadata }) };
}

async function ticketFor(
  ports: UploadPorts,
  checkpoint: UploadCheckpoint,
  args: { oclId: string; contentType: string; contentLength: number },
  signal: AbortSignal,
): Promise<UploadTicket> {
  const held = checkpoint.ticket;
  if (held && Date.parse(held.uploadUrlExpiry) - ports.now() > MIN_VALIDITY_MS) return held;
  const ticket = await withRetry(() => ports.api.initiate(args, signal), ports, signal);
  checkpoint.ticket = ticket;
  return ticket;
}

function finishArguments(
  request: UploadRequest,
  { uploadToken, encryptionMetadata }: SentFile,
): FinishArguments {
  const {
    oclId,
    target,
    access,
    changeBy,
    description,
    tags,
    categories,
    contentText,
    changeNote,
    replacesMetadata,
  } = request;
  return {
    oclId,
    uploadToken,
    ...target,
    accessLevel: access.level,
    changeBy,
    ...((description || replacesMetadata) && { description: description ?? '' }),
    ...((tags?.length || replacesMetadata) && { tags: tags ?? [] }),
    ...((categories?.length || replacesMetadata) && { categories: categories ?? [] }),
    ...(changeNote && { changeNote }),
    ...((contentText !== undefined || replacesMetadata) && { contentText: contentText ?? '' }),
    ...(encryptionMetadata && { encryptionMetadata }),
  };
}

const VOID_TICKET: readonly Reason[] = [
  'UPLOAD_TOKEN_EXPIRED',
  'UPLOAD_TOKEN_MISMATCH',
  'UPLOAD_INCOMPLETE',
  'UPLOAD_ALREADY_FINISHED',
];

/**
 * Removes what the storage or the service has rejected from a checkpoint, so that a retry creates it again. Returns whether an upload in
 * parts cannot go on.
 */
function forgetWhatIsVoid(checkpoint: UploadCheckpoint, error: unknown): boolean {
  const refusedByStorage = error instanceof CryptoError && error.code === 'HTTP';
  const reason = error instanceof LabroomError ? error.reason : undefined;
  const isVoid = reason === 'UNKNOWN_DATA_KEY' || (reason !== undefined && VOID_TICKET.includes(reason));
  if (reason === 'UNKNOWN_DATA_KEY') delete checkpoint.sealed;
  if (isVoid || refusedByStorage) {
    delete checkpoint.ticket;
    delete checkpoint.sent;
  }
  // The parts that are missing can be sent.
  return isVoid && reason !== 'UPLOAD_INCOMPLETE';
}

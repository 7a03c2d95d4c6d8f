import type { EncryptedAccessLevel } from '#packages/protocol/access-level.ts';
import { LabroomError } from '../api-failure.ts';
import { aborted, CryptoError } from '../crypto/crypto-error.ts';
import type { Reason } from '../errors.generated.ts';
import { storedSize } from './compare-with-existing.ts';
import type { FinishArguments, UploadPorts, UploadReceipt, UploadTicket } from './upload-ports.ts';
import { withRetry } from './with-retry.ts';

// An upload does not start with a presigned URL that expires sooner.
const MIN_VALIDITY_MS = 30_000;

export interface UploadRequest {
  oclId: string;
  file: File;
  contentType: string;
  /** A new file at a path, or a new version of the file with this DID. */
  target: { path: string } | { ref: string };
  /** Everyone; or the team, possibly with holders of the lab's token, by onchain conditions (JSON). */
  access: { level: 'PUBLIC' } | { level: EncryptedAccessLevel; conditions: string };
  /** The authenticated wallet. */
  changeBy: string;
  description?: string;
  tags?: string[];
  categories?: string[];
  /** Text by which search finds the file; everyone can read it. `''` removes the text of the previous version. */
  contentText?: string;
  /** What changed in this version. */
  changeNote?: string;
  /**
   * Removes description, tags and categories that are left empty. By default a new version keeps the previous values.
   */
  replacesMetadata?: boolean;
}

export type UploadPhase = 'comparing' | 'reading' | 'encrypting' | 'sending' | 'finishing';

/** Completed work, so that a retry continues where the last attempt stopped. Holds only ciphertext, no key. */
export interface UploadCheckpoint {
  sealed?: { ciphertext: Blob; encryptionMetadata: NonNullable<FinishArguments['encryptionMetadata']> };
  ticket?: UploadTicket;
  /** `sha256:<hex>` of the bytes that the storage accepted. */
  sentHash?: string;
}

export interface UploadObserver {
  onPhase?(phase: UploadPhase): void;
  /** Number of bytes sent so far. */
  onBytes?(bytes: number): void;
}

/**
 * Uploads one file into a data room: initiate, key, encrypt, PUT, finish; a public one without key and encryption. Only public files are sent unencrypted.
 * Errors: `LabroomError`, `CryptoError`. After either, another call with the same checkpoint continues.
 */
export async function uploadFile(
  ports: UploadPorts,
  request: UploadRequest,
  checkpoint: UploadCheckpoint,
  signal: AbortSignal,
  observer: UploadObserver = {},
): Promise<UploadReceipt> {
  const { api, crypto } = ports;
  const { oclId, file, contentType, access, changeBy } = request;
  try {
    if (access.level !== 'PUBLIC' && !checkpoint.sealed) {
      observer.onPhase?.('encrypting');
      // First, so that an upload that is refused costs neither a key nor the encryption.
      const contentLength = storedSize(file.size, access.level);
      await ticketFor(ports, checkpoint, { oclId, contentType, contentLength }, signal);
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

    if (!checkpoint.sentHash) {
      observer.onPhase?.('sending');
      observer.onBytes?.(0);
      const ticket = await ticketFor(
        ports,
        checkpoint,
        { oclId, contentType, contentLength: body.size },
        signal,
      );
      const put = () =>
        crypto.put(
          { url: ticket.uploadUrl, headers: ticket.headers, body },
          { signal, onBytes: observer.onBytes },
        );
      checkpoint.sentHash = await withRetry(put, ports, signal);
      observer.onBytes?.(body.size);
    }

    if (signal.aborted) throw aborted();
    observer.onPhase?.('finishing');
    const finishing = finishArguments(request, checkpoint);
    // `finish` is safe to repeat, but from here on it can no longer be cancelled.
    const receipt = await withRetry(() => api.finish(finishing), ports, new AbortController().signal);
    if (receipt.contentHash !== checkpoint.sentHash) {
      throw new CryptoError(
        'HASH_MISMATCH',
        'The stored bytes differ from the sent bytes. Upload a new version.',
      );
    }
    return receipt;
  } catch (error) {
    forgetWhatIsVoid(checkpoint, error);
    throw error;
  }
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

function finishArguments(request: UploadRequest, checkpoint: UploadCheckpoint): FinishArguments {
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
    uploadToken: checkpoint.ticket?.uploadToken ?? '',
    ...target,
    accessLevel: access.level,
    changeBy,
    ...((description || replacesMetadata) && { description: description ?? '' }),
    ...((tags?.length || replacesMetadata) && { tags: tags ?? [] }),
    ...((categories?.length || replacesMetadata) && { categories: categories ?? [] }),
    ...(changeNote && { changeNote }),
    ...((contentText !== undefined || replacesMetadata) && { contentText: contentText ?? '' }),
    ...(checkpoint.sealed && { encryptionMetadata: checkpoint.sealed.encryptionMetadata }),
  };
}

const VOID_TICKET: readonly Reason[] = [
  'UPLOAD_TOKEN_EXPIRED',
  'UPLOAD_TOKEN_MISMATCH',
  'UPLOAD_INCOMPLETE',
  'UPLOAD_ALREADY_FINISHED',
];

/**
 * Removes the parts of a checkpoint that the storage or the service has rejected, so that a retry creates them again.
 */
function forgetWhatIsVoid(checkpoint: UploadCheckpoint, error: unknown): void {
  const refusedByStorage = error instanceof CryptoError && error.code === 'HTTP';
  const reason = error instanceof LabroomError ? error.reason : undefined;
  if (reason === 'UNKNOWN_DATA_KEY') delete checkpoint.sealed;
  if (refusedByStorage || reason === 'UNKNOWN_DATA_KEY' || (reason && VOID_TICKET.includes(reason))) {
    delete checkpoint.ticket;
    delete checkpoint.sentHash;
  }
}

import type { EncryptedAccessLevel } from '#packages/protocol/access-level.ts';
import { LabroomError } from '../api-failure.ts';
import { aborted, CryptoError } from '../crypto/crypto-error.ts';
import type { Reason } from '../errors.generated.ts';
import type { FinishArguments, UploadPorts, UploadReceipt, UploadTicket } from './upload-ports.ts';
import { withRetry } from './with-retry.ts';

// A presigned URL about to expire is not worth starting with.
const MIN_VALIDITY_MS = 30_000;

export interface UploadRequest {
  oclId: string;
  file: File;
  /** MIME type of the plaintext. */
  contentType: string;
  /** A new file at a path, or a new version of the file with this DID. */
  target: { path: string } | { ref: string };
  /** Everyone, or the team, or holders of the lab's token too, by onchain conditions (JSON). */
  access: { level: 'PUBLIC' } | { level: EncryptedAccessLevel; conditions: string };
  /** The authenticated wallet. */
  changeBy: string;
  description?: string;
  tags?: string[];
  categories?: string[];
  contentText?: string;
  /** Removes description, tags and categories that are left empty; otherwise a new version keeps the former ones. */
  replacesMetadata?: boolean;
}

export type UploadPhase = 'comparing' | 'encrypting' | 'sending' | 'finishing';

/** What is done already, so that a retry goes on where the last try ended. Holds ciphertext only, no key. */
export interface UploadCheckpoint {
  sealed?: { ciphertext: Blob; encryptionMetadata: NonNullable<FinishArguments['encryptionMetadata']> };
  ticket?: UploadTicket;
  /** `sha256:<hex>` of the bytes that the storage accepted. */
  sentHash?: string;
}

export interface UploadObserver {
  onPhase?(phase: UploadPhase): void;
  /** Bytes handed to the network so far. */
  onBytes?(bytes: number): void;
}

/**
 * One file from the disk of a person into a data room: key, encrypt, initiate, PUT, finish. Nothing of the file
 * leaves the browser in the clear unless it is public.
 * Errors: `LabroomError`, `CryptoError`. After either, calling again with the same checkpoint continues.
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
    // From here on the outcome is the service's: the call is safe to repeat, but can no longer be taken back.
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
  const { oclId, target, access, changeBy, description, tags, categories, contentText, replacesMetadata } =
    request;
  return {
    oclId,
    uploadToken: checkpoint.ticket?.uploadToken ?? '',
    ...target,
    accessLevel: access.level,
    changeBy,
    ...((description || replacesMetadata) && { description: description ?? '' }),
    ...((tags?.length || replacesMetadata) && { tags: tags ?? [] }),
    ...((categories?.length || replacesMetadata) && { categories: categories ?? [] }),
    ...(contentText && { contentText }),
    ...(checkpoint.sealed && { encryptionMetadata: checkpoint.sealed.encryptionMetadata }),
  };
}

const VOID_TICKET: readonly Reason[] = [
  'UPLOAD_TOKEN_EXPIRED',
  'UPLOAD_TOKEN_MISMATCH',
  'UPLOAD_INCOMPLETE',
  'UPLOAD_ALREADY_FINISHED',
];

/** Drops the parts of a checkpoint that the storage or the service has refused, so that a retry makes them anew. */
function forgetWhatIsVoid(checkpoint: UploadCheckpoint, error: unknown): void {
  const refusedByStorage = error instanceof CryptoError && error.code === 'HTTP';
  const reason = error instanceof LabroomError ? error.reason : undefined;
  if (reason === 'UNKNOWN_DATA_KEY') delete checkpoint.sealed;
  if (refusedByStorage || reason === 'UNKNOWN_DATA_KEY' || (reason && VOID_TICKET.includes(reason))) {
    delete checkpoint.ticket;
    delete checkpoint.sentHash;
  }
}

import { storedHash } from '@labroom/protocol/content-hash';
import { LabroomError } from '../api/api-failure.ts';
import { seal, sha256Hex } from '../crypto/primitives/aes-gcm.ts';
import { base64FromBytes, bytesFromBase64 } from '../crypto/primitives/base64.ts';
import { aborted, CryptoError, unreadable } from '../crypto/primitives/crypto-error.ts';
import { neverAborted } from '../signals/never-aborted.ts';
import { storedSize } from './compare-with-existing.ts';
import { Gathered } from './gathered.ts';
import type {
  AddFilesArguments,
  DataKey,
  NewSmallFile,
  ReadySmallFile,
  SmallFilesApi,
  SmallUploads,
  UploadPorts,
  UploadReceipt,
} from './upload-ports.ts';
import type { UploadObserver, UploadRequest } from './upload-request.ts';
import { withRetry } from './with-retry.ts';

// [Note: small files together] The three steps of an upload cost the service and the browser the same for a kilobyte as for a megabyte. Files that are
// uploaded at the same time share their calls: what arrived while one call was under way is the next one. Callers only
// have to upload many at the same time (`SMALL_AT_ONCE`).

/** The most bytes of a small file, as it is stored. */
const LARGEST = 65_536;
/** The most bytes of its texts. */
const LONGEST_TEXT = 262_144;
/** Files of one call, their bytes and those of their arguments, and the names in their paths. The service takes bodies of 2 MiB. */
const MOST = { files: 100, bytes: 1_048_576, weight: 1_900_000, names: 2_000 };
/** Calls under way for one lab. The service runs two mutations of a wallet at the same time. */
const CALLS = 2;

/** As many small files fill the calls that are under way and the next ones. */
export const SMALL_AT_ONCE = 256;

interface Adding extends ReadySmallFile {
  /** Bytes of its arguments. */
  weight: number;
  begins(): void;
}

/** A new file of at most 64 KiB, as it is stored. */
export function isSmall({
  target,
  file,
  access,
  contentText = '',
  description = '',
}: UploadRequest): boolean {
  const isNew = 'path' in target;
  const text = contentText.length + description.length;
  return isNew && storedSize(file.size, access.level) <= LARGEST && 3 * text <= LONGEST_TEXT;
}

/** Uploads small new files, many in one call. */
export class SmallFiles implements SmallUploads {
  readonly #api: SmallFilesApi;
  readonly #ports: Pick<UploadPorts, 'now' | 'wait'>;
  readonly #keys: Gathered<null, DataKey>;
  #isRefused = false;
  /** By lab and access. */
  readonly #calls = new Map<string, Gathered<Adding, UploadReceipt | LabroomError>>();

  constructor(api: SmallFilesApi, ports: Pick<UploadPorts, 'now' | 'wait'>) {
    this.#api = api;
    this.#ports = ports;
    this.#keys = new Gathered(
      1,
      (wanted) => Math.min(wanted.length, MOST.files),
      ({ length }) => withRetry(() => api.generateKeys(length), ports, neverAborted()),
    );
  }

  takes(request: UploadRequest): boolean {
    return !this.#isRefused && isSmall(request);
  }

  async upload(
    request: UploadRequest,
    checkpoint: { small?: ReadySmallFile },
    signal: AbortSignal,
    observer: UploadObserver,
  ): Promise<UploadReceipt | null> {
    try {
      checkpoint.small = await this.#ready(request, checkpoint.small, signal, observer);
      if (signal.aborted) throw aborted();
      observer.onPhase?.('sending');
      observer.onBytes?.(0);
      // From its call on it can no longer be cancelled.
      const begins = () => observer.onPhase?.('finishing');
      const weight = new TextEncoder().encode(JSON.stringify(checkpoint.small.file)).length;
      const outcome = await this.#callsFor(request).add({ ...checkpoint.small, weight, begins }, signal);
      if (outcome instanceof LabroomError) throw outcome;
      if (outcome.contentHash !== checkpoint.small.hash) {
        throw new CryptoError(
          'HASH_MISMATCH',
          'The stored bytes differ from the sent bytes. Upload a new version.',
        );
      }
      observer.onBytes?.(checkpoint.small.bytes);
      return outcome;
    } catch (error) {
      if (!(error instanceof LabroomError)) throw error;
      if (error.reason === 'UNKNOWN_DATA_KEY') delete checkpoint.small;
      // A token or a credential for the three steps alone.
      if (error.reason !== 'MUTATION_NOT_ALLOWED' && error.reason !== 'CREDENTIAL_SCOPE') throw error;
      this.#isRefused = true;
      return null;
    }
  }

  /** Reads and encrypts a file, unless an earlier attempt did. Its texts may have changed since then. */
  async #ready(
    request: UploadRequest,
    earlier: ReadySmallFile | undefined,
    signal: AbortSignal,
    { onPhase }: UploadObserver,
  ): Promise<ReadySmallFile> {
    const texts = textsOf(request);
    if (earlier) {
      // It may have another path and other texts than at the earlier attempt.
      const { content, encryption } = earlier.file;
      return {
        ...earlier,
        file: { ...placeOf(request), content, ...texts, ...(encryption && { encryption }) },
      };
    }
    const plain = await read(request.file);
    const { access } = request;
    if (access.level === 'PUBLIC') return readyFile(request, texts, plain);
    onPhase?.('encrypting');
    const { plaintextDEK, ...wrapped } = await this.#keys.add(null, signal);
    const { ciphertext, iv, plaintextHash: contentHash } = await seal(plain, bytesFromBase64(plaintextDEK));
    const encryptedAt = new Date(this.#ports.now()).toISOString();
    const encryption = { ...wrapped, iv, contentHash, encryptedAt };
    return readyFile(request, { ...texts, encryption }, new Uint8Array(ciphertext));
  }

  #callsFor({ oclId, access, changeBy }: UploadRequest): Gathered<Adding, UploadReceipt | LabroomError> {
    const conditions = access.level === 'PUBLIC' ? undefined : access.conditions;
    const call = {
      oclId,
      accessLevel: access.level,
      changeBy,
      ...(conditions !== undefined && { accessControlConditions: conditions }),
    };
    const key = JSON.stringify(call);
    const known = this.#calls.get(key);
    if (known) return known;
    const calls = new Gathered<Adding, UploadReceipt | LabroomError>(CALLS, fitting, (files) =>
      this.#add(call, files),
    );
    this.#calls.set(key, calls);
    return calls;
  }

  async #add(
    call: Omit<AddFilesArguments, 'files'>,
    adding: readonly Adding[],
  ): Promise<(UploadReceipt | LabroomError)[]> {
    const files = adding.map(({ file }) => file);
    for (const { begins } of adding) begins();
    try {
      return await withRetry(() => this.#api.addFiles({ ...call, files }), this.#ports, neverAborted());
    } catch (error) {
      // Too many of the paths look like others to tell which.
      const isShared =
        error instanceof LabroomError && error.reason === 'CONFUSABLE_PATH' && files.length > 1;
      if (!isShared) throw error;
      const half = Math.ceil(adding.length / 2);
      return [
        ...(await this.#add(call, adding.slice(0, half))),
        ...(await this.#add(call, adding.slice(half))),
      ];
    }
  }
}

/** How many files fit into one call. */
function fitting(waiting: readonly Adding[]): number {
  let [count, bytes, weight, names] = [0, 0, 0, 0];
  for (const one of waiting.slice(0, MOST.files)) {
    bytes += one.bytes;
    weight += one.weight;
    names += one.file.path.split('/').length;
    if (count > 0 && (bytes > MOST.bytes || weight > MOST.weight || names > MOST.names)) break;
    count += 1;
  }
  return count;
}

async function readyFile(
  request: UploadRequest,
  more: Pick<NewSmallFile, 'encryption'> & ReturnType<typeof textsOf>,
  stored: Uint8Array<ArrayBuffer>,
): Promise<ReadySmallFile> {
  return {
    file: { ...placeOf(request), content: base64FromBytes(stored), ...more },
    hash: storedHash(await sha256Hex(stored)),
    bytes: stored.length,
  };
}

const placeOf = ({ target, contentType }: UploadRequest) => ({
  path: 'path' in target ? target.path : '',
  contentType,
});

const textsOf = ({ description, tags, categories, contentText, changeNote }: UploadRequest) => ({
  ...(description && { description }),
  ...(tags?.length && { tags }),
  ...(categories?.length && { categories }),
  ...(contentText && { contentText }),
  ...(changeNote && { changeNote }),
});

async function read(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    throw unreadable(cause);
  }
}

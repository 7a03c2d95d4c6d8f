import { openAsBlob } from 'node:fs';
import { type ClientAccess, LabroomError, type SearchText, type UploadCheckpoint } from '@labroom/client';
import { DataRoomFileDocument } from '@labroom/client/documents';
import { openRanges, streamFile } from '@labroom/client/streams';
import type { LabConnection } from '../connection/connect.ts';
import type { FileReader } from '../reading/file-reader.ts';
import type { FolderSettings } from '../store/folder.ts';
import type { Action } from './action.ts';
import { patiently } from './patiently.ts';
import { PlaceError, placeFile, placeRanges } from './place-file.ts';
import { findVersion, type RemoteFile } from './remote.ts';
import { stampOf } from './scan.ts';
import type { SyncedFile } from './state.ts';

/** Larger files are decrypted piece by piece, which takes little memory and more time. */
const mostBytesInMemory = 16_000_000;

type Of<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>;

/** Where files go: a lab and a folder. */
export interface Transfer extends Pick<LabConnection, 'client' | 'lab'> {
  root: string;
  /** Of files that are new in the lab. */
  access: FolderSettings['access'];
  /** Reads the text of public files for search. `null`: it is not sent. */
  reader: Pick<FileReader, 'searchText'> | null;
}

/**
 * Uploads a file. A new version is for the same readers as the version before it, so that no change of a file publishes it. A new file that is
 * there with the same content is taken as it is: the call of a run that was killed may have got through after this one listed the lab.
 * Errors: `LabroomError`, `CryptoError`, `PlaceError`.
 */
export async function upload(
  { client, lab: { oclId }, access, reader }: Transfer,
  { path, local, sha256, remote }: Of<'upload'>,
  onBytes: (bytes: number) => void,
): Promise<SyncedFile & { isOnTop: boolean; wasThere: boolean }> {
  const body = await openAsBlob(local.file);
  await requireStamp(local.file, local.stamp, path);
  const target = remote ? { ref: remote.did } : { path };
  const like = remote
    ? await asBefore(client, oclId, remote)
    : { access: access === 'public' ? ('PUBLIC' as const) : ('TEAM' as const) };
  const checkpoint: UploadCheckpoint = {};
  const searchText: SearchText | false =
    reader !== null &&
    ((_, contentType, encoding) => reader.searchText(local.file, path, contentType, encoding));
  const kept = { path, sha256, stamp: local.stamp };
  const receipt = await patiently(() =>
    client.upload({ oclId, target, body, ...like }, { checkpoint, searchText, onBytes }),
  ).catch(async (error: unknown) => {
    const isOccupied = !remote && error instanceof LabroomError && error.reason === 'PATH_OCCUPIED';
    const found = isOccupied ? await findVersion(client, { oclId, path, version: undefined }) : null;
    if (found?.sha256 === sha256) return found;
    throw error;
  });
  await requireStamp(local.file, local.stamp, path);
  if ('did' in receipt) {
    const { did, version, contentHash } = receipt;
    return { ...kept, did, version, contentHash, isOnTop: true, wasThere: true };
  }
  const { datasetId: did, version, contentHash } = receipt;
  if (like.access === 'PUBLIC' && contentHash !== `sha256:${sha256}`)
    throw new PlaceError(`${path} was changed while it was sent.`);
  const isOnTop = version === (remote?.version ?? 0) + 1;
  return { ...kept, did, version, contentHash, isOnTop, wasThere: false };
}

/** Downloads a version, decrypts it, verifies it, and puts it into its place. Errors: as for `upload`. */
export async function download(
  { client, lab: { oclId }, root }: Pick<Transfer, 'client' | 'lab' | 'root'>,
  { path, remote, local }: Of<'download'>,
  onBytes: (bytes: number) => void,
): Promise<SyncedFile> {
  const { did, version, sha256 } = remote;
  const wanted = { oclId, path: remote.path, version };
  const place = { root, path, replaces: local };
  const requireSame = (file: { did: string }) => {
    if (file.did !== did || sha256 === null) throw new PlaceError(`${path} is another file now. Sync again.`);
    return sha256;
  };
  const kept = { path, did, version, contentHash: remote.contentHash };
  if (remote.size > mostBytesInMemory) {
    const ranges = await patiently(() => openRanges(client.call, wanted));
    if (ranges) {
      const hash = requireSame(ranges.file);
      const read = (offset: number, length: number) => patiently(() => ranges.read(offset, length));
      const { stamp } = await placeRanges(place, { size: ranges.size, read, onBytes }, hash);
      return { ...kept, sha256: hash, stamp };
    }
  }
  const { body, file } =
    remote.size > mostBytesInMemory
      ? await patiently(() => streamFile(client.call, wanted, { onBytes }))
      : await patiently(() => client.download(wanted, { onBytes }));
  const hash = requireSame(file);
  const { stamp } = await placeFile(place, body instanceof Blob ? body.stream() : body, hash);
  return { ...kept, contentHash: file.contentHash, sha256: hash, stamp };
}

/** Access and type of the newest version, as they are now. */
async function asBefore(
  client: Transfer['client'],
  oclId: string,
  { path, did, version: expected }: RemoteFile,
): Promise<{ access: ClientAccess; contentType: string; encoding?: string | undefined }> {
  const { dataRoomFile: file } = await patiently(() => client.call(DataRoomFileDocument, { oclId, path }));
  const newest = file?.versions?.find(({ version }) => version === file.version);
  if (!newest || file?.did !== did || file.version !== expected)
    throw new PlaceError(`${path} was changed in the lab meanwhile. Sync again.`);
  const { accessLevel, contentType, encryptionMetadata } = newest;
  if (accessLevel === 'PUBLIC')
    return { access: 'PUBLIC', contentType, encoding: file.savedView?.encoding ?? undefined };
  if (!encryptionMetadata || (accessLevel !== 'ADMIN' && accessLevel !== 'HOLDERS'))
    throw new PlaceError(`The access of ${path} is not known.`);
  const { accessControlConditions: conditions } = encryptionMetadata;
  return { access: { level: accessLevel, conditions }, contentType };
}

async function requireStamp(file: string, stamp: string, path: string): Promise<void> {
  if ((await stampOf(file))?.stamp !== stamp) throw new PlaceError(`${path} was changed while it was read.`);
}

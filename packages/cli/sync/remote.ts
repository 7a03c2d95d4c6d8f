import type { LabroomClient } from '@labroom/client';
import {
  DataRoomFileDocument,
  FileOpensDocument,
  PlaintextHashesDocument,
  RoomContentsDocument,
  type RoomContentsQuery,
} from '@labroom/client/documents';
import { CommandError } from '../command-line/exit-codes.ts';
import { patiently } from './patiently.ts';

/** The newest version of a file of the lab. */
export interface RemoteFile {
  path: string;
  did: string;
  version: number;
  /** `PUBLIC`, `ADMIN` or `HOLDERS`. */
  accessLevel: string;
  /** `sha256:` and lowercase hex, over the stored bytes. */
  contentHash: string;
  /** Size of the stored bytes. */
  size: number;
  /** Of the content, lowercase hex; `null` if it is encrypted and this wallet may not open it, or nobody knows that now. */
  sha256: string | null;
  /** Whether this wallet may open it; `null` where the service could not find out. */
  canRead: boolean | null;
}

/** Every file of a lab, by path, and its folders without files. Errors: `LabroomError`. */
export async function listRoom(
  client: LabroomClient,
  oclId: string,
): Promise<{ files: Map<string, RemoteFile>; emptyFolders: readonly string[] }> {
  const { labWithDataRoomAndFiles: lab } = await patiently(() =>
    client.call(RoomContentsDocument, { oclId }),
  );
  if (!lab) throw new CommandError('failed', `There is no lab ${oclId}.`);
  const { files, emptyFolders } = lab.dataRoom;
  const opened = await openOthers(client, oclId, files);
  const listed = files.flatMap((file) => {
    const { path, did, version, accessLevel, contentHash, contentLength } = file;
    if (!contentHash) return [];
    const known = { path, did, version, accessLevel, contentHash, size: Number(contentLength) };
    const metadata = opened.get(path) ?? file.encryptionMetadata;
    return metadata
      ? [{ ...known, sha256: hexOf(metadata.contentHash), canRead: metadata.canRead }]
      : [{ ...known, sha256: hexOf(contentHash), canRead: true }];
  });
  return { files: new Map(listed.map((file) => [file.path, file])), emptyFolders };
}

/** Every file of a lab, by path. Errors: `LabroomError`. */
export const listRemote = async (client: LabroomClient, oclId: string): Promise<Map<string, RemoteFile>> =>
  (await listRoom(client, oclId)).files;

/** A version of a file, the newest by default; `null` if there is none. Errors: `LabroomError`. */
export async function findVersion(
  client: LabroomClient,
  { oclId, path, version: wanted }: { oclId: string; path: string; version: number | undefined },
): Promise<RemoteFile | null> {
  const [{ dataRoomFile: file }, { dataRoomFile: hashes }] = await Promise.all([
    patiently(() => client.call(DataRoomFileDocument, { oclId, path })),
    patiently(() => client.call(PlaintextHashesDocument, { oclId, path })),
  ]);
  const number = wanted ?? file?.version;
  const version = file?.versions?.find((one) => one.version === number);
  const opened = hashes?.versions?.find((one) => one.version === number);
  if (!file || !version || !opened) return null;
  const { accessLevel, contentHash, contentLength } = version;
  const metadata = opened.encryptionMetadata;
  return {
    ...{ path: file.path, did: file.did, version: version.version, accessLevel, contentHash },
    size: Number(contentLength),
    sha256: hexOf(metadata ? metadata.contentHash : contentHash),
    canRead: metadata ? metadata.canRead : true,
  };
}

const hexOf = (hash: string | null) => hash?.replace(/^sha256[-:]/, '') ?? null;

type Listed = NonNullable<RoomContentsQuery['labWithDataRoomAndFiles']>['dataRoom']['files'][number];
type Opened = Pick<NonNullable<Listed['encryptionMetadata']>, 'contentHash' | 'canRead'>;

/**
 * Asks once more, one by one, about files of which the listing could not say whether they open: one request evaluates a bounded
 * number of conditions. Ends with the first of which nobody knows: then the chain does not answer.
 */
async function openOthers(
  client: LabroomClient,
  oclId: string,
  files: readonly Listed[],
): Promise<ReadonlyMap<string, Opened>> {
  const opened = new Map<string, Opened>();
  for (const { path, did, version, encryptionMetadata } of files) {
    if (encryptionMetadata?.canRead !== null || !encryptionMetadata) continue;
    const { dataRoomFile: file } = await patiently(() => client.call(FileOpensDocument, { oclId, path }));
    // A file that changed meanwhile is left to the next run.
    if (file?.did !== did || file.version !== version || !file.encryptionMetadata) continue;
    if (file.encryptionMetadata.canRead === null) break;
    opened.set(path, file.encryptionMetadata);
  }
  return opened;
}

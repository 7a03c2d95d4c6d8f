import { RoomContentsDocument } from '#packages/client/documents.generated.ts';
import type { LabroomClient } from '#packages/client/package/index.ts';
import { CommandError } from '../exit-codes.ts';
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
  /** Of the content, lowercase hex; `null` if it is encrypted and this wallet may not open it. */
  sha256: string | null;
}

/** Every file of a lab, by path. Errors: `LabroomError`. */
export async function listRemote(client: LabroomClient, oclId: string): Promise<Map<string, RemoteFile>> {
  const { labWithDataRoomAndFiles: lab } = await patiently(() =>
    client.call(RoomContentsDocument, { oclId }),
  );
  if (!lab) throw new CommandError('failed', `There is no lab ${oclId}.`);
  const files = lab.dataRoom.files.flatMap((file) => {
    const { path, did, version, accessLevel, contentHash, contentLength, encryptionMetadata } = file;
    if (!contentHash) return [];
    const stated = accessLevel === 'PUBLIC' ? contentHash : (encryptionMetadata?.contentHash ?? null);
    const sha256 = stated?.replace(/^sha256[-:]/, '') ?? null;
    return [{ path, did, version, accessLevel, contentHash, size: Number(contentLength), sha256 }];
  });
  return new Map(files.map((file) => [file.path, file]));
}

import { ApiFailure } from '../api/api-failure.ts';
import { callApi } from '../api/browser.ts';
import {
  DataRoomFileDocument,
  type DataRoomFileQuery,
  DecryptDataKeyDocument,
} from '../api/documents.generated.ts';
import type { DownloadPorts, FileVersion } from './download-ports.ts';

/** Everything the page of a file shows. */
export type FileDetail = NonNullable<DataRoomFileQuery['dataRoomFile']>;

/** A file with all its versions; `null` where there is none. Errors: `ApiFailure`. */
export async function findFileDetail(
  oclId: string,
  path: string,
  signal?: AbortSignal,
): Promise<FileDetail | null> {
  return (await callApi(DataRoomFileDocument, { oclId, path }, signal)).dataRoomFile;
}

/** Picks a version out of a file's detail, the newest without a number. */
export function versionOf(file: FileDetail, version = file.version): FileVersion | null {
  const found = file.versions?.find((candidate) => candidate.version === version);
  if (!found) return null;
  const { encryptionMetadata, contentLength, ...rest } = found;
  return {
    ...rest,
    did: file.did,
    path: file.path,
    contentLength: Number(contentLength),
    encryption: encryptionMetadata,
  };
}

export const downloadApi: DownloadPorts['api'] = {
  async findVersion(oclId, path, version) {
    const file = await findFileDetail(oclId, path);
    return file && versionOf(file, version);
  },

  async decryptDataKey(args, signal) {
    const { plaintextDEK } = (await callApi(DecryptDataKeyDocument, args, signal)).decryptDataKey;
    if (plaintextDEK) return plaintextDEK;
    throw new ApiFailure({ code: 'INTERNAL_ERROR', message: 'The service answered without a key.' });
  },
};

import { LabroomError } from '../api/api-failure.ts';
import type { ApiCall } from '../api/execute.ts';
import {
  DataRoomFileDocument,
  type DataRoomFileQuery,
  DecryptDataKeyDocument,
} from '../documents/documents.generated.ts';
import type { DownloadPorts, FileVersion } from './download-ports.ts';

/** The file data for its page. */
export type FileDetail = NonNullable<DataRoomFileQuery['dataRoomFile']>;

/** The API operations of a download. `call` determines the session: a signed-in user or a program. */
export const createDownloadApi = (call: ApiCall): DownloadPorts['api'] => ({
  async findVersion(oclId, path, version) {
    const { dataRoomFile: file } = await call(DataRoomFileDocument, { oclId, path });
    return file && versionOf(file, version);
  },

  async decryptDataKey(args, signal) {
    const released = (await call(DecryptDataKeyDocument, args, signal)).decryptDataKey;
    const { plaintextDEK: key, contentHash: plaintextHash, chunksMac, downloadUrl } = released;
    if (key && plaintextHash && downloadUrl)
      return { key, plaintextHash, downloadUrl, ...(chunksMac && { chunksMac }) };
    throw new LabroomError({
      code: 'INTERNAL_ERROR',
      message: 'The service returned no key, hash or URL.',
    });
  },
});

/** A version of a file; the newest by default. */
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

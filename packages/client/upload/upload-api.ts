import { LabroomError } from '../api-failure.ts';
import {
  FileAtPathDocument,
  FinishCreateOrUpdateFileDocument,
  GenerateDataEncryptionKeyDocument,
  InitiateCreateOrUpdateFileDocument,
} from '../documents.generated.ts';
import type { ApiCall } from '../execute.ts';
import type { UploadApi } from './upload-ports.ts';

/** The API operations of an upload. `call` determines the session: a signed-in user or a program. */
export const createUploadApi = (call: ApiCall): UploadApi => ({
  async generateDataEncryptionKey(signal) {
    const { generateDataEncryptionKey: result } = await call(GenerateDataEncryptionKeyDocument, {}, signal);
    const { plaintextDEK, encryptedDek, encryptionSystem } = result;
    if (!plaintextDEK || !encryptedDek || !encryptionSystem) throw incomplete();
    return { plaintextDEK, encryptedDek, encryptionSystem };
  },

  async initiate(args, signal) {
    const { initiateCreateOrUpdateFile: result } = await call(
      InitiateCreateOrUpdateFileDocument,
      args,
      signal,
    );
    const { uploadToken, uploadUrl, uploadUrlExpiry, headers } = result;
    if (!uploadToken || !uploadUrl || !uploadUrlExpiry || !headers) throw incomplete();
    return { uploadToken, uploadUrl, uploadUrlExpiry, headers };
  },

  async finish(args) {
    const { finishCreateOrUpdateFile: result } = await call(FinishCreateOrUpdateFileDocument, args);
    const { datasetId, contentHash, version } = result;
    if (!datasetId || !contentHash || !version) throw incomplete();
    return { datasetId, contentHash, version };
  },

  async findFile(oclId, path) {
    return (await call(FileAtPathDocument, { oclId, path })).dataRoomFile;
  },
});

const incomplete = () =>
  new LabroomError({
    code: 'INTERNAL_ERROR',
    message: 'The service returned an incomplete result. Try again.',
  });

import { errorOf, LabroomError } from '../api/api-failure.ts';
import type { ApiCall } from '../api/execute.ts';
import { bytesFromBase64 } from '../crypto/primitives/base64.ts';
import {
  AddFilesDocument,
  CancelUploadDocument,
  FileAtPathDocument,
  FileChunksDocument,
  FinishCreateOrUpdateFileDocument,
  GenerateDataEncryptionKeyDocument,
  GenerateDataEncryptionKeysDocument,
  InitiateCreateOrUpdateFileDocument,
  PlaintextHashesDocument,
  UploadPartsDocument,
} from '../documents/documents.generated.ts';
import type { PartsApi, QueuePorts, SmallFilesApi } from './upload-ports.ts';

/** The API operations of an upload. `call` determines the session: a signed-in user or a program. */
export const createUploadApi = (call: ApiCall): QueuePorts['api'] => ({
  async generateDataEncryptionKey(signal) {
    const { generateDataEncryptionKey: result } = await call(GenerateDataEncryptionKeyDocument, {}, signal);
    const { plaintextDEK, encryptedDek, encryptionSystem } = result;
    if (!plaintextDEK || !encryptedDek || !encryptionSystem) throw incomplete();
    return { plaintextDEK, encryptedDek, encryptionSystem };
  },

  async initiate({ contentLength, ...args }, signal) {
    const { initiateCreateOrUpdateFile: result } = await call(
      InitiateCreateOrUpdateFileDocument,
      { ...args, contentLengthBytes: String(contentLength) },
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
    const { dataRoomFile: file } = await call(FileAtPathDocument, { oclId, path });
    // A path that a file was moved away from is free.
    return file?.path === path.normalize('NFC') ? file : null;
  },

  async plaintextHash(oclId, path, version) {
    const { dataRoomFile: file } = await call(PlaintextHashesDocument, { oclId, path });
    const found = file?.versions?.find((one) => one.version === version);
    return found?.encryptionMetadata?.contentHash ?? null;
  },
});

/** The API operations of an upload in parts. `call` determines the session. */
export const createPartsApi = (call: ApiCall): PartsApi => ({
  async initiateInParts({ contentLength, ...args }, signal) {
    const { initiateCreateOrUpdateFile: result } = await call(
      InitiateCreateOrUpdateFileDocument,
      { ...args, contentLengthBytes: String(contentLength), inParts: true },
      signal,
    );
    const { uploadToken, parts } = result;
    if (!uploadToken || !parts) throw incomplete();
    const { partLength, expiresAt, urls, urlExpiry } = parts;
    return { uploadToken, partLength, expiresAt, first: { urls, urlExpiry } };
  },

  async uploadParts(args, signal) {
    const { stored, urls, urlExpiry } = (await call(UploadPartsDocument, args, signal)).uploadParts;
    return { stored: stored.map(({ number }) => number), urls, urlExpiry };
  },

  async chunksOf(oclId, { datasetId: ref, version }) {
    const { fileChunks } = await call(FileChunksDocument, { oclId, ref, version });
    return fileChunks && bytesFromBase64(fileChunks.hashes);
  },

  async cancelUpload(args) {
    await call(CancelUploadDocument, args);
  },
});

/** The API operations of small files. `call` determines the session. */
export const createSmallFilesApi = (call: ApiCall): SmallFilesApi => ({
  async generateKeys(count) {
    const { keys } = (await call(GenerateDataEncryptionKeysDocument, { count })).generateDataEncryptionKeys;
    if (keys?.length !== count) throw incomplete();
    // They are passed on, and the call that takes them knows no other field.
    return keys.map(({ plaintextDEK, encryptedDek, encryptionSystem }) => ({
      plaintextDEK,
      encryptedDek,
      encryptionSystem,
    }));
  },

  async addFiles(args) {
    const { files } = (await call(AddFilesDocument, args)).addFiles;
    if (files?.length !== args.files.length) throw incomplete();
    return files.map(({ datasetId, contentHash, version, wasThere, error }) => {
      if (error) return errorOf(error);
      if (!datasetId || !contentHash || !version) throw incomplete();
      return { datasetId, contentHash, version, ...(wasThere && { wasThere }) };
    });
  },
});

const incomplete = () =>
  new LabroomError({
    code: 'INTERNAL_ERROR',
    message: 'The service returned an incomplete result. Try again.',
  });

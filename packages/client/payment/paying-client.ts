import type { Network } from '#contracts/networks.ts';
import { LabroomError } from '../api-failure.ts';
import { inlineCrypto } from '../crypto/inline-crypto.ts';
import { DecryptDataKeyDocument } from '../documents.generated.ts';
import type { ApiCall } from '../execute.ts';
import { neverAborted } from '../never-aborted.ts';
import { type ClientUpload, uploadRequestOf } from '../upload/client-upload.ts';
import { createUploadApi } from '../upload/upload-api.ts';
import { type UploadCheckpoint, uploadFile } from '../upload/upload-file.ts';
import type { UploadReceipt } from '../upload/upload-ports.ts';
import { wait } from '../wait.ts';
import { type Payer, payAndCall } from './pay-and-call.ts';

/** A wallet that pays for each call, without a session or a credential. Errors of all methods: `PaidCallError`; `CryptoError` for content. */
export interface PayingClient {
  /** Pays for one mutation that the gateway sells (`payAndCall`), and returns its data. */
  call: ApiCall;
  /** Encrypts a file if required, uploads and finishes it: three payments, two for a public file. With the same checkpoint, a retry pays for what is missing. */
  upload(
    file: ClientUpload,
    running?: { signal?: AbortSignal; checkpoint?: UploadCheckpoint },
  ): Promise<UploadReceipt>;
  /** Downloads and decrypts an encrypted file, and verifies its content: one payment. Public files are free (docs/specification/public-data.md). */
  download(
    file: { oclId: string; path: string; version?: number },
    running?: { signal?: AbortSignal },
  ): Promise<Blob>;
}

/** @param payer `{ ...await discoverGateway(origin), wallet, budget }` */
export function createPayingClient(payer: Payer & { network: Network }): PayingClient {
  const call: ApiCall = async (document, variables, signal) =>
    (await payAndCall(payer, document, variables, signal && { signal })).data;
  const ports = { api: createUploadApi(call), crypto: inlineCrypto, now: Date.now, wait };
  return {
    call,
    upload: (file, { signal = neverAborted(), checkpoint = {} } = {}) =>
      uploadFile(ports, uploadRequestOf(file, payer.network, payer.wallet.address), checkpoint, signal),
    async download({ oclId, path, version }, { signal = neverAborted() } = {}) {
      const wanted = { oclId, filePath: path, ...(version && { version }) };
      const { plaintextDEK, iv, contentHash, downloadUrl } = (
        await call(DecryptDataKeyDocument, wanted, signal)
      ).decryptDataKey;
      if (!plaintextDEK || !iv || !contentHash || !downloadUrl)
        throw new LabroomError({
          code: 'INTERNAL_ERROR',
          message: 'The service returned no key, hash or URL.',
        });
      const { body } = await inlineCrypto.decrypt({
        url: downloadUrl,
        contentType: 'application/octet-stream',
        key: plaintextDEK,
        iv,
        plaintextHash: contentHash,
        signal,
      });
      return body;
    },
  };
}

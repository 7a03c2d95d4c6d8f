import type { Network } from '@labroom/contracts/networks';
import { LabroomError } from './api/api-failure.ts';
import type { ApiCall } from './api/execute.ts';
import { inlineCrypto } from './crypto/inline-crypto.ts';
import { DecryptDataKeyDocument } from './documents/documents.generated.ts';
import { type Payer, payAndCall } from './payment/pay-and-call.ts';
import { type PaidJourney, type PlannedCall, payJourney } from './payment/pay-journey.ts';
import { neverAborted } from './signals/never-aborted.ts';
import { wait } from './signals/wait.ts';
import { type ClientUpload, uploadRequestOf } from './upload/client-upload.ts';
import { type TextPorts, uploadFindable } from './upload/search-text.ts';
import { createUploadApi } from './upload/upload-api.ts';
import type { UploadCheckpoint } from './upload/upload-file.ts';
import type { UploadReceipt } from './upload/upload-ports.ts';

/** Calls that are paid for, and files by them. Errors: `PaidCallError`; `CryptoError` for content. */
export interface PaidCalls {
  /** Runs one mutation that the gateway sells, and returns its data. */
  call: ApiCall;
  /** Encrypts a file if required, uploads and finishes it: three calls, two for a public file. With the same checkpoint, a retry takes the calls that are missing. */
  upload(
    file: ClientUpload,
    running?: { signal?: AbortSignal; checkpoint?: UploadCheckpoint },
  ): Promise<UploadReceipt>;
  /** Downloads and decrypts an encrypted file, and verifies its content: one call. Public files are free (docs/specification/public-data.md). */
  download(
    file: { oclId: string; path: string; version?: number },
    running?: { signal?: AbortSignal },
  ): Promise<Blob>;
}

/** A wallet that pays for each call (`payAndCall`), without a session or a credential. */
export interface PayingClient extends PaidCalls {
  /** Buys up to 16 calls for one payment (`payJourney`). Nothing more is paid for what the journey then runs. */
  journey(
    planned: readonly PlannedCall[],
    options?: { signal?: AbortSignal },
  ): Promise<PaidCalls & PaidJourney>;
}

/** With how the text of public files is read for search, as in `LabroomClientOptions`. */
type PayerOnNetwork = Payer & TextPorts & { network: Network };

/** @param payer `{ ...await discoverGateway(origin), wallet, budget }` */
export function createPayingClient(payer: PayerOnNetwork): PayingClient {
  return {
    ...callsBy(payer, async (document, variables, signal) => {
      const { data } = await payAndCall(payer, document, variables, signal && { signal });
      return data;
    }),
    async journey(planned, options) {
      const journey = await payJourney(payer, planned, options);
      return { ...journey, ...callsBy(payer, journey.call) };
    },
  };
}

function callsBy({ network, wallet, searchText }: PayerOnNetwork, call: ApiCall): PaidCalls {
  const ports = { api: createUploadApi(call), crypto: inlineCrypto, searchText, now: Date.now, wait };
  return {
    call,
    upload: (file, { signal = neverAborted(), checkpoint = {} } = {}) =>
      uploadFindable(ports, uploadRequestOf(file, network, wallet.address), checkpoint, signal),
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

import { createClient, fetchExchange } from '@urql/core';
import { type ChainId, type Network, networks } from '#contracts/networks.ts';
import type { EncryptedAccessLevel } from '#packages/protocol/access-level.ts';
import { conditionsForTeam } from '#packages/protocol/conditions.ts';
import { LabroomError } from './api-failure.ts';
import { type DiscussionKeyring, openKeyring, readDiscussedVersion } from './comments/comments-api.ts';
import { inlineCrypto } from './crypto/inline-crypto.ts';
import { GenerateServiceTokenDocument, ServiceSignInMessageDocument } from './documents.generated.ts';
import { createDownloadApi } from './download/download-api.ts';
import type { FileVersion } from './download/download-ports.ts';
import { openFile } from './download/open-file.ts';
import { type ApiCall, execute } from './execute.ts';
import { neverAborted } from './never-aborted.ts';
import { contentTypeOf } from './upload/content-type.ts';
import { createUploadApi } from './upload/upload-api.ts';
import { type UploadCheckpoint, type UploadRequest, uploadFile } from './upload/upload-file.ts';
import type { UploadReceipt } from './upload/upload-ports.ts';
import { wait } from './wait.ts';

export interface LabroomClientOptions {
  /** URL of the API, e.g. `http://127.0.0.1:4000/graphql`. */
  graphqlUrl: string;
  chainId: ChainId;
  credential: string;
  /** Session of a wallet, as created by `signIn`. Operations that need no wallet work without it. */
  session?: Session;
  /** Contracts of another deployment than those that `chainId` has by default: the content of its manifest. */
  network?: Network;
}

export interface Session {
  wallet: string;
  serviceToken: string;
  /** The id by which the token is extended or revoked. */
  tokenId?: string;
}

interface Signer {
  address: string;
  signMessage(args: { message: string }): Promise<string>;
}

export interface ClientUpload
  extends Pick<UploadRequest, 'description' | 'tags' | 'categories' | 'contentText'> {
  /** 0x and 64 hex digits. */
  oclId: string;
  /** A new file at a path, or a new version of the file with this DID. */
  target: UploadRequest['target'];
  body: Blob | Uint8Array<ArrayBuffer> | string;
  /** MIME type. By default it is derived from the file extension. */
  contentType?: string;
  /**
   * Everyone; the lab's team; or wallets that meet onchain conditions (JSON). In the last two cases the file is
   * encrypted here before anything is sent. `level` only names the readers in lists; it is `ADMIN` by default.
   */
  access: 'PUBLIC' | 'TEAM' | { conditions: string; level?: EncryptedAccessLevel };
}

interface Running {
  signal?: AbortSignal;
}

/**
 * Labroom client for programs, in Node and in browsers. Errors of all methods: `LabroomError`; `CryptoError` for file
 * content.
 */
export interface LabroomClient {
  call: ApiCall;
  session?: Session;
  /**
   * Returns a client that acts for a wallet: signs the service's message and keeps the token, which is valid for an
   * hour by default.
   */
  signIn(signer: Signer, options?: { serviceName?: string; expiresIn?: string }): Promise<LabroomClient>;
  /**
   * Encrypts the file if required, uploads and finishes it. A retry with the same checkpoint continues where the first
   * attempt stopped.
   */
  upload(file: ClientUpload, running?: Running & { checkpoint?: UploadCheckpoint }): Promise<UploadReceipt>;
  /** Downloads a version of a file (default: the newest), decrypts it and verifies its hashes. */
  download(
    file: { oclId: string; path: string; version?: number },
    running?: Running,
  ): Promise<{ body: Blob; file: FileVersion }>;
  /**
   * The keys of the comments on a version of a file, for `commentInput` and `readComment`. Of an encrypted version they are
   * derived from its data key, whose release is recorded.
   */
  openDiscussion(
    file: { oclId: string; path: string; version: number },
    running?: Running,
  ): Promise<DiscussionKeyring>;
}

export function createLabroomClient(options: LabroomClientOptions): LabroomClient {
  const { chainId, session, network = networks[chainId] } = options;
  const call = apiCall(options);
  const upload = { api: createUploadApi(call), crypto: inlineCrypto, now: Date.now, wait };
  const download = { api: createDownloadApi(call), crypto: inlineCrypto };
  return {
    call,
    ...(session && { session }),

    async signIn(signer, { serviceName = 'labroom-client', expiresIn = '1h' } = {}) {
      const identity = { walletAddress: signer.address, serviceName };
      const { getServiceSignInMessage } = await call(ServiceSignInMessageDocument, identity);
      const messageSignature = await signer.signMessage({ message: getServiceSignInMessage.message });
      const issued = await call(GenerateServiceTokenDocument, { ...identity, messageSignature, expiresIn });
      const { token, tokenId } = issued.generateServiceToken;
      if (!token || !tokenId)
        throw new LabroomError({ code: 'INTERNAL_ERROR', message: 'The service issued no token.' });
      return createLabroomClient({
        ...options,
        session: { wallet: signer.address, serviceToken: token, tokenId },
      });
    },

    async upload({ body, contentType, access, ...rest }, { signal = neverAborted(), checkpoint = {} } = {}) {
      if (!session) throw sessionRequired('An upload');
      const name = 'path' in rest.target ? rest.target.path : '';
      const type = contentType ?? contentTypeOf({ name, type: body instanceof Blob ? body.type : '' });
      const request: UploadRequest = {
        ...rest,
        file: new File([body], name),
        contentType: type,
        access: accessOf(access, rest.oclId, network),
        changeBy: session.wallet,
      };
      return uploadFile(upload, request, checkpoint, signal);
    },

    async download({ oclId, path, version }, { signal = neverAborted() } = {}) {
      const file = await download.api.findVersion(oclId, path, version);
      if (!file) throw new LabroomError({ code: 'NOT_FOUND', message: `${path} has no such version.` });
      const { body } = await openFile(download, oclId, file, { signal });
      return { body: body.slice(0, body.size, file.contentType), file };
    },

    async openDiscussion(file, { signal = neverAborted() } = {}) {
      return openKeyring(call, await readDiscussedVersion(call, file, signal), signal);
    },
  };
}

function apiCall({ graphqlUrl, credential, session }: LabroomClientOptions): ApiCall {
  const headers = {
    authorization: credential,
    ...(session && { 'x-service-token': session.serviceToken }),
  };
  const client = createClient({ url: graphqlUrl, exchanges: [fetchExchange] });
  return (document, variables, signal) =>
    execute(client, document, variables, { fetchOptions: { headers } }, signal);
}

function accessOf(access: ClientUpload['access'], oclId: string, network: Network): UploadRequest['access'] {
  if (access === 'PUBLIC') return { level: 'PUBLIC' };
  if (access === 'TEAM')
    return { level: 'ADMIN', conditions: JSON.stringify(conditionsForTeam(oclId, network)) };
  return { level: access.level ?? 'ADMIN', conditions: access.conditions };
}

const sessionRequired = (what: string) =>
  new Error(`${what} needs a session. Use the client that signIn returns.`);

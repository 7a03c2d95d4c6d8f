import { type ChainId, type Network, networks } from '@labroom/contracts/networks';
import { createClient, fetchExchange } from '@urql/core';
import { LabroomError } from './api/api-failure.ts';
import { type ApiCall, execute, isMutation } from './api/execute.ts';
import { sendOnce } from './api/send-once.ts';
import { type DiscussionKeyring, openKeyring, readDiscussedVersion } from './comments/comments-api.ts';
import { inlineCrypto } from './crypto/inline-crypto.ts';
import {
  GenerateServiceTokenDocument,
  ServiceSignInMessageDocument,
} from './documents/documents.generated.ts';
import { createDownloadApi } from './download/download-api.ts';
import type { FileVersion } from './download/download-ports.ts';
import { openFile } from './download/open-file.ts';
import {
  fixedSession,
  type IssuedSession,
  type OpenSession,
  renewedSession,
  type Session,
} from './sign-in/session.ts';
import { neverAborted } from './signals/never-aborted.ts';
import { wait } from './signals/wait.ts';
import { type ClientAccess, type ClientUpload, uploadRequestOf } from './upload/client-upload.ts';
import { type KeptUploads, keptNowhere } from './upload/kept-uploads.ts';
import { type SearchText, uploadFindable } from './upload/search-text.ts';
import { SmallFiles } from './upload/small-files.ts';
import { type FolderProgress, type UploadedFile, uploadAll } from './upload/upload-all.ts';
import { createPartsApi, createSmallFilesApi, createUploadApi } from './upload/upload-api.ts';
import type { UploadCheckpoint } from './upload/upload-file.ts';
import type { UploadReceipt } from './upload/upload-ports.ts';
import type { UploadRequest } from './upload/upload-request.ts';

export interface LabroomClientOptions {
  /** URL of the API, e.g. `http://127.0.0.1:4000/graphql`. */
  graphqlUrl: string;
  chainId: ChainId;
  credential: string;
  /** Session of a wallet, as created by `signIn`. Operations that need no wallet work without it. */
  session?: Session;
  /** Contracts of another deployment than those that `chainId` has by default: the content of its manifest. */
  network?: Network;
  /** Where large uploads are kept, so that another run of this program can go on with them. By default nowhere. */
  kept?: KeptUploads;
  /**
   * How the text of public files is read for search. By default in this process, for at most 15 seconds a file. `false` reads and sends none.
   */
  searchText?: SearchText | false;
}

interface Signer {
  address: string;
  signMessage(args: { message: string }): Promise<string>;
}

export interface ClientFolder {
  /** 0x and 64 hex digits. */
  oclId: string;
  access: ClientAccess;
  /** With their paths in the data room. An async generator can read them one by one. */
  files: Iterable<FolderFile> | AsyncIterable<FolderFile>;
}

export interface FolderFile extends Pick<ClientUpload, 'body' | 'contentType'> {
  path: string;
}

interface Running {
  signal?: AbortSignal;
}

interface Progress {
  /** Number of bytes sent or received so far. */
  onBytes?(bytes: number): void;
}

/**
 * Labroom client for programs, in Node and in browsers. Errors of all methods: `LabroomError`; `CryptoError` for file
 * content. A mutation without an answer is sent up to three times, under one `Idempotency-Key`, and takes effect once.
 */
export interface LabroomClient {
  call: ApiCall;
  /** Of the wallet that signed in. */
  readonly session: Session | undefined;
  /**
   * Returns a client that acts for a wallet: signs the service's message and keeps the token, which is valid for an
   * hour by default. Before its end the client signs again.
   */
  signIn(signer: Signer, options?: { serviceName?: string; expiresIn?: string }): Promise<LabroomClient>;
  /**
   * Encrypts the file if required, uploads and finishes it. The text of a public one is sent for search. A retry with the same checkpoint continues where the first
   * attempt stopped.
   */
  upload(
    file: ClientUpload,
    running?: Running &
      Progress & {
        checkpoint?: UploadCheckpoint;
        /** For this file in place of that of the client. `false` sends no text, and leaves that of the previous version. */
        searchText?: SearchText | false;
      },
  ): Promise<UploadReceipt>;
  /**
   * Uploads files to their paths, 4 at once by default, and goes on after a failure. An occupied path gets a new version, unless
   * the newest has the same bytes and access. Returns what became of each; `onFile` tells at once, `onBytes` how much was sent.
   */
  uploadFolder(
    folder: ClientFolder,
    running?: Running & {
      atOnce?: number;
      onFile?(file: UploadedFile): void;
      onBytes?(progress: FolderProgress): void;
    },
  ): Promise<UploadedFile[]>;
  /** Downloads a version of a file (default: the newest), decrypts it and verifies its hashes. */
  download(
    file: { oclId: string; path: string; version?: number },
    running?: Running & Progress,
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

export function createLabroomClient({ session, ...options }: LabroomClientOptions): LabroomClient {
  return clientWith(options, session && fixedSession(session));
}

type ClientOptions = Omit<LabroomClientOptions, 'session'>;

function clientWith(options: ClientOptions, session?: OpenSession): LabroomClient {
  const { chainId, network = networks[chainId], kept = keptNowhere, searchText } = options;
  const call = apiCall(options, session);
  const upload = {
    api: createUploadApi(call),
    crypto: inlineCrypto,
    small: new SmallFiles(createSmallFilesApi(call), { now: Date.now, wait }),
    inParts: { api: createPartsApi(call), crypto: inlineCrypto, kept },
    searchText,
    now: Date.now,
    wait,
  };
  const download = { api: createDownloadApi(call), crypto: inlineCrypto };

  const requestOf = (file: ClientUpload): UploadRequest => {
    if (!session) throw sessionRequired('An upload');
    return uploadRequestOf(file, network, session.current().wallet);
  };

  return {
    call,
    get session() {
      return session?.current();
    },

    async signIn(signer, { serviceName = 'labroom-client', expiresIn = '1h' } = {}) {
      const issue = () => issueSession(apiCall(options), signer, { serviceName, expiresIn });
      return clientWith(options, renewedSession(await issue(), issue));
    },

    async upload(file, { signal = neverAborted(), checkpoint = {}, searchText, ...observer } = {}) {
      const ports = searchText === undefined ? upload : { ...upload, searchText };
      return uploadFindable(ports, requestOf(file), checkpoint, signal, observer);
    },

    async uploadFolder(
      { oclId, access, files },
      { atOnce = 4, signal = neverAborted(), onFile = () => {}, onBytes = () => {} } = {},
    ) {
      async function* requests() {
        for await (const { path, ...file } of files) {
          const target = { path };
          yield { ...requestOf({ ...file, oclId, access, target }), target };
        }
      }
      return uploadAll(upload, requests(), { atOnce, signal, onFile, onBytes });
    },

    async download({ oclId, path, version }, { signal = neverAborted(), onBytes } = {}) {
      const file = await download.api.findVersion(oclId, path, version);
      if (!file) throw new LabroomError({ code: 'NOT_FOUND', message: `${path} has no such version.` });
      const { body } = await openFile(download, oclId, file, { signal, onBytes });
      return { body: body.slice(0, body.size, file.contentType), file };
    },

    async openDiscussion(file, { signal = neverAborted() } = {}) {
      return openKeyring(call, await readDiscussedVersion(call, file, signal), signal);
    },
  };
}

/** Signs in: a service token for the wallet's signature. */
async function issueSession(
  call: ApiCall,
  signer: Signer,
  { serviceName, expiresIn }: { serviceName: string; expiresIn: string },
): Promise<IssuedSession> {
  const identity = { walletAddress: signer.address, serviceName };
  const { getServiceSignInMessage } = await call(ServiceSignInMessageDocument, identity);
  const messageSignature = await signer.signMessage({ message: getServiceSignInMessage.message });
  const issued = await call(GenerateServiceTokenDocument, { ...identity, messageSignature, expiresIn });
  const { token, tokenId, createdAt, expiresAt } = issued.generateServiceToken;
  if (!token || !tokenId || !createdAt || !expiresAt)
    throw new LabroomError({ code: 'INTERNAL_ERROR', message: 'The service issued no token.' });
  return { wallet: signer.address, serviceToken: token, tokenId, createdAt, expiresAt };
}

function apiCall({ graphqlUrl, credential }: ClientOptions, session?: OpenSession): ApiCall {
  const client = createClient({ url: graphqlUrl, exchanges: [fetchExchange] });
  return (document, variables, signal) => {
    const send = async (more: Record<string, string>) => {
      const token = session && { 'x-service-token': await session.token() };
      const headers = { authorization: credential, ...token, ...more };
      return execute(client, document, variables, { fetchOptions: { headers } }, signal);
    };
    return isMutation(document)
      ? sendOnce((key) => send({ 'idempotency-key': key }), signal ?? neverAborted())
      : send({});
  };
}

const sessionRequired = (what: string) =>
  new Error(`${what} needs a session. Use the client that signIn returns.`);

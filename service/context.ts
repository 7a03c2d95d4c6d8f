import type { FastifyBaseLogger } from 'fastify';
import type { Caller } from './auth/authenticate.ts';
import { createUserTokenVerifier, type VerifyUserToken } from './auth/user-token.ts';
import { type ChainClient, createChainClient } from './chain/chain-client.ts';
import { anyHead, DatabaseHeadGuard } from './chain/head-guard.ts';
import { type CallScope, UntrustedCalls } from './chain/untrusted-calls.ts';
import { createFacilitator } from './gateway/create-facilitator.ts';
import type { Facilitator } from './gateway/facilitator.ts';
import type { Loaders } from './graphql/loaders.ts';
import { type ContentSource, createContentSource } from './operations/cms/content-source.ts';
import { createDidLinking, type DidLinking } from './operations/did/did-linking.ts';
import { createEmbeddings, createSimilarDocuments } from './operations/search/create-similar-documents.ts';
import type { Embeddings } from './operations/search/embeddings.ts';
import type { SimilarDocuments } from './operations/search/similar-documents.ts';
import type { Config } from './platform/config/config.ts';
import type { Secrets } from './platform/config/secrets.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import type { ServiceError } from './platform/errors.ts';
import type { Kms } from './platform/kms/kms.ts';
import { openKms } from './platform/kms/open-kms.ts';
import type { ObjectStorage } from './platform/storage/object-storage.ts';
import { openStorage } from './platform/storage/open-storage.ts';

/** The world as a use case sees it: ports, built once per process; tests override the parts they want to break. */
export interface ServiceContext {
  config: Config;
  secrets: Secrets;
  db: Database;
  storage: ObjectStorage;
  kms: Kms;
  chain: ChainClient;
  content: ContentSource;
  /** `null` where no identity provider is configured. */
  verifyUserToken: VerifyUserToken | null;
  /** `null` where the environment does not say how: labs stay queued. */
  didLinking: DidLinking | null;
  /** Verifies and settles what calls are paid with. */
  facilitator: Facilitator;
  /** Where no language model is configured: `null`, both. */
  embeddings: Embeddings | null;
  similarDocuments: SimilarDocuments | null;
}

/** What a use case gets: the world, and who is asking in which request. */
export interface RequestContext extends ServiceContext {
  requestId: string;
  startedAt: Date;
  caller: Caller;
  /** Network of the visitor in whose name a web app asks. */
  visitor: string | undefined;
  log: FastifyBaseLogger;
  loaders: Loaders;
  /** What the mutations of the request report in-band, by response key. */
  inBandErrors: Map<string, ServiceError>;
}

/** On whose account a request calls untrusted contracts. */
export function callScopeOf({ caller, visitor }: Pick<RequestContext, 'caller' | 'visitor'>): CallScope {
  const wallet = 'wallet' in caller.wallet ? caller.wallet.wallet : undefined;
  return { consumer: caller.consumer.id, visitor, wallet };
}

interface ContextInput {
  config: Config;
  secrets: Secrets;
  databaseUrl: string;
  /** Whether a local master key is made where there is none. */
  mayCreateMasterKey?: boolean;
}

export async function createContext({
  config,
  secrets,
  databaseUrl,
  mayCreateMasterKey = true,
}: ContextInput): Promise<ServiceContext> {
  const { rpcUrl, witnessRpcUrl, id: chainId, contracts } = config.chain;
  const db = openDatabase(databaseUrl);
  const untrusted = new UntrustedCalls();
  const head = config.environment === 'local' ? anyHead : new DatabaseHeadGuard({ db, chainId });
  const chain = createChainClient({ rpcUrl, witnessRpcUrl, chainId, contracts, untrusted, head });
  const embeddings = createEmbeddings(config, secrets);
  return {
    config,
    secrets,
    db,
    storage: await openStorage(config, secrets),
    kms: await openKms(config, secrets, mayCreateMasterKey),
    chain,
    content: createContentSource(config),
    verifyUserToken: createUserTokenVerifier(config.userTokens),
    didLinking: createDidLinking(config, secrets, chain),
    facilitator: createFacilitator(config.gateway, secrets.gateway, { untrusted, head }),
    embeddings,
    similarDocuments: createSimilarDocuments(config, embeddings, databaseUrl),
  };
}

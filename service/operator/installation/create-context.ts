import { createUserTokenVerifier } from '#auth/user-token.ts';
import { createChainClient } from '#chain/create-chain-client.ts';
import { DatabaseHeadGuard } from '#chain/database-head-guard.ts';
import { anyHead } from '#chain/head-guard.ts';
import { createNameSources } from '#chain/names.ts';
import { UntrustedCallQueue } from '#chain/untrusted-call-queue.ts';
import type { ServiceContext } from '#core/context/context.ts';
import { createFacilitator } from '#gateway/create-facilitator.ts';
import { createContentSource } from '#operations/cms/create-content-source.ts';
import { createDidLinking } from '#operations/did/did-linking.ts';
import { KeptDrawnTexts } from '#operations/markdown/drawn-texts.ts';
import { createEmbeddings, createSimilarDocuments } from '#operations/search/create-similar-documents.ts';
import { SearchIndexThread } from '#operations/search/search-index.ts';
import type { Config } from '#platform/config/config.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import { openDatabase } from '#platform/db/open-database.ts';
import { Replicas } from '#platform/db/replicas.ts';
import { KmsError } from '#platform/kms/kms.ts';
import { openKms } from '#platform/kms/open-kms.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { measured } from '#platform/telemetry/measured.ts';

interface ContextInput {
  config: Config;
  secrets: Secrets;
  databaseUrl: string;
  replicaUrls?: readonly string[];
  /** Whether to create a local master key if there is none. */
  mayCreateMasterKey?: boolean;
}

/** A wrap that is refused was answered. */
const isUnavailable = (error: unknown) => !(error instanceof KmsError) || error.kind === 'UNAVAILABLE';

/** Opens every configured port. Called once per process. */
export async function createContext({
  config,
  secrets,
  databaseUrl,
  replicaUrls = [],
  mayCreateMasterKey = true,
}: ContextInput): Promise<ServiceContext> {
  const { rpcUrl, witnessRpcUrl, id: chainId, contracts } = config.chain;
  const db = openDatabase(databaseUrl);
  const untrusted = new UntrustedCallQueue();
  const head = config.environment === 'local' ? anyHead : new DatabaseHeadGuard({ db, chainId });
  const chain = createChainClient({ rpcUrl, witnessRpcUrl, chainId, contracts, untrusted, head });
  const embeddings = createEmbeddings(config, secrets);
  return {
    config,
    secrets,
    db,
    replicas: new Replicas(replicaUrls),
    storage: measured('store', await openStorage(config, secrets), {
      isLocal: (name) => name.startsWith('presign'),
    }),
    kms: measured('kms', await openKms(config, secrets, mayCreateMasterKey), { isFailure: isUnavailable }),
    chain,
    names: createNameSources(config.names, chain),
    content: createContentSource(config),
    verifyUserToken: createUserTokenVerifier(config.userTokens),
    didLinking: await createDidLinking(config, secrets, chain),
    facilitator: measured(
      'facilitator',
      createFacilitator(config.gateway, secrets.gateway, { untrusted, head }),
    ),
    drawnTexts: new KeptDrawnTexts(db),
    searchIndex: new SearchIndexThread({ databaseUrl }),
    embeddings,
    similarDocuments: createSimilarDocuments(config, embeddings, databaseUrl),
  };
}

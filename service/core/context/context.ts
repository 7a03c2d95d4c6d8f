import type { Facilitator } from '@labroom/payments/facilitators';
import type { FastifyBaseLogger } from 'fastify';
import type { Caller, SignerCheck } from '#auth/caller.ts';
import type { VerifyUserToken } from '#auth/verified-user.ts';
import type { ChainClient } from '#chain/chain-client.ts';
import type { NameSource } from '#chain/name-source.ts';
import type { Config } from '#platform/config/config.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import type { Database } from '#platform/db/database.ts';
import type { ReplicatedReads } from '#platform/db/replicated-reads.ts';
import type { ServiceError } from '#platform/errors/errors.ts';
import type { Kms } from '#platform/kms/kms.ts';
import type { ObjectStorage } from '#platform/storage/object-storage.ts';
import type { ContentSource } from '../ports/content-source.ts';
import type { DidLinking } from '../ports/did-linking.ts';
import type { DrawnTexts } from '../ports/drawn-texts.ts';
import type { Embeddings, SearchIndex, SimilarDocuments } from '../ports/search-index.ts';
import type { RequestLoaders } from './request-loaders.ts';

/** The ports of use cases, opened once per process. Tests replace the ports that should fail. */
export interface ServiceContext {
  config: Config;
  secrets: Secrets;
  db: Database;
  /** Where queries are read, if a standby has all that the database has. */
  replicas: ReplicatedReads;
  storage: ObjectStorage;
  kms: Kms;
  chain: ChainClient;
  /** Where names of wallets are read, the preferred source first. Empty: nowhere. */
  names: readonly NameSource[];
  content: ContentSource;
  /** `null` without an identity provider. */
  verifyUserToken: VerifyUserToken | null;
  /** `null` if DID linking is not configured: labs stay queued. */
  didLinking: DidLinking | null;
  /** Verifies and settles payments. */
  facilitator: Facilitator;
  /** Markdown of others, parsed in threads that start with the first text. */
  drawnTexts: DrawnTexts;
  /** Starts with its first question. */
  searchIndex: SearchIndex;
  /** `null`, like `similarDocuments`, without a language model. */
  embeddings: Embeddings | null;
  similarDocuments: SimilarDocuments | null;
}

/** The context of a use case: the ports, the caller and the request. */
export interface RequestContext extends ServiceContext {
  requestId: string;
  startedAt: Date;
  caller: Caller;
  /** How a smart account's signer is confirmed in this operation. */
  signer: SignerCheck;
  /** Network of the visitor that a web app calls for. */
  visitor: string | undefined;
  /** Set where the service itself reads for members of labs, e.g. for their webhooks: they get what the operator hid. */
  isForMembers?: boolean;
  log: FastifyBaseLogger;
  loaders: RequestLoaders;
  /** The in-band errors of the request's mutations, by response key. */
  inBandErrors: Map<string, ServiceError>;
}

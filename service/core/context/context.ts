import type DataLoader from 'dataloader';
import type { FastifyBaseLogger } from 'fastify';
import type { Caller } from '#service/auth/caller.ts';
import type { SignerCheck } from '#service/auth/confirm-signer.ts';
import type { VerifyUserToken } from '#service/auth/user-token.ts';
import type { ChainClient } from '#service/chain/chain-client.ts';
import type { NameSource } from '#service/chain/names.ts';
import type { Member } from '#service/contract/schema.generated.ts';
import type { Facilitator } from '#service/gateway/facilitator.ts';
import type { ContentSource } from '#service/operations/cms/content-source.ts';
import type { LabContents } from '#service/operations/cms/lab-content.ts';
import type { DidLinking } from '#service/operations/did/did-linking.ts';
import type { FileWithVersion } from '#service/operations/files/file-store.ts';
import type { ConditionState } from '#service/operations/keys/conditions/conditions.ts';
import type { DrawnTexts } from '#service/operations/markdown/drawn-texts.ts';
import type { ProfileRow } from '#service/operations/profiles/profile-store.ts';
import type { Embeddings } from '#service/operations/search/embeddings.ts';
import type { SearchIndex } from '#service/operations/search/search-index.ts';
import type { SimilarDocuments } from '#service/operations/search/similar-documents.ts';
import type { Config } from '#service/platform/config/config.ts';
import type { Secrets } from '#service/platform/config/secrets.ts';
import type { Database } from '#service/platform/db/database.ts';
import type { Replicas } from '#service/platform/db/replicas.ts';
import type { labs } from '#service/platform/db/tables/labs.ts';
import type { ServiceError } from '#service/platform/errors/errors.ts';
import type { Kms } from '#service/platform/kms/kms.ts';
import type { ObjectStorage } from '#service/platform/storage/object-storage.ts';

/** The ports of use cases, opened once per process. Tests replace the ports that should fail. */
export interface ServiceContext {
  config: Config;
  secrets: Secrets;
  db: Database;
  /** Where queries are read, if a standby has all that the database has. */
  replicas: Replicas;
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

/** Reads shared by the operations of one request. */
export interface RequestLoaders {
  /** The content source's facts about all labs; `null` when it cannot be read. */
  content(): Promise<LabContents | null>;
  /** Files with their newest version, by DID; `null` if there is none. */
  files: DataLoader<string, FileWithVersion | null>;
  /** Labs by oclId; `null` for one that is not registered. */
  registeredLabs: DataLoader<string, typeof labs.$inferSelect | null>;
  /** The active members of labs, by oclId. */
  members: DataLoader<string, Member[]>;
  /** Profiles by wallet; `null` if there is none. */
  profiles: DataLoader<string, ProfileRow | null>;
  /** Whether the caller's wallet meets condition sets, by their text. */
  openConditions: DataLoader<string, ConditionState>;
}

import type { Address } from '@labroom/contracts/networks';

/** The first key signs; all of them verify. This allows replacing a secret while older signatures are still valid. */
export type SigningKeys = readonly [Uint8Array, ...Uint8Array[]];

/** Keys of the service, separate from `Config` so that `Config` can be logged. */
export interface Secrets {
  /**
   * Names of the configured secrets that do not reveal them, the signing one first. Processes compare them, because each must verify what
   * another one signed.
   */
  secretNames: readonly [string, ...string[]];
  serviceTokenKeys: SigningKeys;
  uploadTokenKeys: SigningKeys;
  storageUrlKeys: SigningKeys;
  /** For the links in mails, and for hashes of addresses. */
  mailKeys: SigningKeys;
  /** For the answers that are kept for an `Idempotency-Key`. */
  idempotencyKeys: SigningKeys;
  /** For ids of programs and codes of authorizations (OAuth). */
  authorizationKeys: SigningKeys;
  /** For offers and receipts of paid calls. */
  receiptKeys: SigningKeys;
  /** For claims from payment channels. Channels name the address, so all of them are needed until theirs are claimed. */
  channelKeys: SigningKeys;
  /** Master keys of the local KMS from the environment. The first one wraps; all of them unwrap. */
  kmsMasterKeys: Uint8Array[];
  /** Absent if objects are on this machine's disk. */
  storage: StorageCredentials | undefined;
  /** Absent if DIDs are not linked. */
  didLinking: DidLinkingKeys | undefined;
  gateway: GatewaySecrets;
  /** Absent if the embeddings endpoint needs no key. */
  embeddingsApiKey: string | undefined;
  /** Absent if no mail is sent. */
  smtpServer: SmtpServer | undefined;
  /** Absent if no push messages are sent. Base64url. */
  vapidPrivateKey: string | undefined;
}

/**
 * Credentials for an S3-compatible store. Without them the AWS SDK uses its default chain (role of the machine,
 * profile, …).
 */
export interface StorageCredentials {
  accessKeyId: string;
  secretAccessKey: string;
}

export type AttesterName = 'data' | 'service';

/** The place of an attester's key, and the address that the registry knows. */
export type AttesterSettings = { address: Address } & (
  | { kind: 'private key'; privateKey: `0x${string}` }
  | { kind: 'AWS KMS'; keyId: string }
  | { kind: 'remote'; url: string; secret: string }
);

/** Keys that sign for the service, and the secrets of those who sign elsewhere. */
export interface DidLinkingKeys {
  /** Owns the relayer's account, and pays for bundles that it submits itself. */
  relayer: `0x${string}`;
  attesters: Record<AttesterName, AttesterSettings>;
}

export interface GatewaySecrets {
  /** Signs the settlements of the embedded facilitator. */
  facilitatorKey: `0x${string}` | undefined;
  /** Sent to the remote facilitator with every request. */
  facilitatorHeaders: Readonly<Record<string, string>>;
}

/** A mail server, and how to sign in to it. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte. Otherwise the connection is upgraded with STARTTLS. */
  implicitTls: boolean;
  /** Whether nothing is sent without TLS and a valid certificate. */
  requiresTls: boolean;
  user: string | undefined;
  password: string | undefined;
}

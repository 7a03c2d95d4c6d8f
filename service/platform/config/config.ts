import type { Manifest } from '@labroom/contracts/manifest';
import type { Address, ChainId, ChainName, ContractAddresses } from '@labroom/contracts/networks';
import type { channelPlugin } from '@labroom/payments/channels';
import type { Environment } from '@labroom/protocol/environments';
import type { PaidMutation } from './paid-mutations.ts';

/** The settings without the secrets, so that they can be logged. */
export interface Config {
  environment: Environment;
  /** Before the id and the secret of the consumer credentials that are issued. */
  credentialPrefix: string;
  chain: {
    id: ChainId;
    rpcUrl: string;
    /** The node that programs are told to use; `null`: they bring their own. */
    publicRpcUrl: string | null;
    /** A second node that verifies old blocks without logs. */
    witnessRpcUrl: string | null;
    name: ChainName;
    contracts: ContractAddresses;
    /** What the contracts are compared with at the start. */
    manifest: Manifest;
    /** First block of the index of onchain events. */
    firstBlock: number;
  };
  http: {
    host: string;
    port: number;
    publicUrl: string;
    webUrl: string;
    /** Origins besides the web app's whose pages may call the API and download and upload bytes. */
    allowedOrigins: readonly string[];
    introspection: boolean;
    /** Maximum depth of a query; `null`: unlimited. */
    maxDepth: number | null;
    timeouts: Timeouts;
    streams: Streams;
    /** Addresses or ranges of proxies whose forwarding headers are trusted. */
    trustedProxies: readonly string[];
    /** URLs for reports of vulnerabilities. */
    securityContacts: readonly string[];
    /** Where the tarballs of packages for other projects are. */
    packagesDir: string;
  };
  storage: StorageConfig;
  kms: KmsConfig;
  /** Source of the curated facts about labs. */
  cms: { kind: 'url'; url: string } | { kind: 'file'; file: string };
  /** Where names of wallets are read. */
  names: NameSourceConfig[];
  didLinking: DidLinkingConfig;
  /** `null`: no identity provider, so service tokens only. */
  userTokens: UserTokensConfig | null;
  gateway: GatewayConfig;
  /** `null`: search by words only. */
  embeddings: EmbeddingsConfig | null;
  /** `null`: notices are not sent by mail. */
  mail: MailConfig | null;
  /** `null`: notices are not sent to browsers. */
  push: PushConfig | null;
  telemetry: Telemetry;
  dataDir: string;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  limits: Limits;
  /** `null`: no limits. */
  rateLimits: RateLimits | null;
  shutdown: Shutdown;
}

/** Where the bytes of files are stored: on this machine's disk, or in an S3-compatible store. */
export type StorageConfig =
  | { kind: 'disk'; dir: string }
  | { kind: 's3'; endpoint: string; region: string; bucket: string; publicBaseUrl: string };

/** The owner of the master key: this service, or AWS. */
export type KmsConfig = ({ kind: 'local'; masterKeyFile: string } | { kind: 'aws'; keyId: string }) & {
  aws: { region: string; endpoint: string | undefined };
  /** An AWS key that only unwraps, while keys are rewrapped under the current one. */
  previousAwsKeyId: string | undefined;
};

/** Contracts of one chain that give wallets names. */
export interface NameSourceConfig {
  /** `null`: the node and the chain of the environment. */
  node: { rpcUrl: string; chainId: number; title: string } | null;
  /** A registry of ENS, which names the resolver of each name. */
  registry: Address;
  /** A reverse registrar of ENSIP-19; `null`: the registry alone leads from wallets to names. */
  reverseRegistrar: Address | null;
  /** The name of a wallet is kept at `<address without 0x>.<this>`. */
  reverseParent: string;
  /** End of every name of this source. */
  suffix: string;
}

export type DidLinkingConfig =
  | { kind: 'off'; missing: string[] }
  | {
      kind: 'on';
      registry: Address;
      /** The ERC-4337 account with the relayer role. */
      account: Address;
      /** Absent: the relayer submits bundles itself. */
      bundlerUrl: string | undefined;
      timing: { retryMs: number; checkMs: number; patienceMs: number };
    };

/** The identity provider whose user tokens are accepted (docs/specification/identity.md#credentials). */
export interface UserTokensConfig {
  issuer: string;
  /** Accepted values of `aud`; at least one. */
  audiences: readonly AudienceRegistration[];
  /** URL of the provider's keys. Absent: taken from its discovery document. */
  jwksUrl: string | undefined;
  /** The claim that lists wallets; absent: `wallet_address` and `linked_accounts`. */
  walletClaim: string | undefined;
}

export interface AudienceRegistration {
  audience: string;
  /** The consumer that it is registered to; `null`: callers name their consumer by `x-api-key`. */
  consumerId: string | null;
}

/** How calls are paid for. Amounts are in the asset's smallest unit. */
export interface GatewayConfig {
  chainId: number;
  /** CAIP-2, e.g. `eip155:8453`. */
  network: `eip155:${number}`;
  asset: Address;
  /** EIP-712 domain of the asset. */
  domain: { name: string; version: string };
  /** Of the asset. */
  decimals: number;
  payTo: Address;
  prices: Readonly<Record<PaidMutation, string>>;
  facilitator: { kind: 'embedded'; rpcUrl: string } | { kind: 'remote'; url: string };
  /** Node of `network`, to check signatures of smart accounts and the outcome of payments. */
  reconcileRpcUrl: string;
  /** Factories that may deploy a payer's smart account while its payment settles (ERC-6492). */
  accountFactories: readonly Address[];
  /** Longest duration of the mutation. */
  maxTimeoutSeconds: number;
  /** Lifetime of the service token for a paid call. */
  tokenTtlSeconds: number;
  /** Longest time that a caller waits for a verification, and for a settlement with all its checks. */
  facilitatorMs: number;
  /** How long a caller waits while the outcome of a payment is unknown, and how often the chain is read. */
  patience: { forMs: number; everyMs: number };
  /** Mutations that need a service token of the payer in addition to the payment. */
  requireIntent: readonly PaidMutation[];
  /** How payment channels pay (`batch-settlement`); `null`: they do not. */
  channels: Parameters<typeof channelPlugin>[0]['terms'] | null;
}

/** The language model that compares prompts with documents (OpenAI's `POST /v1/embeddings`). */
export interface EmbeddingsConfig {
  /** The full URL of the endpoint. */
  url: string;
  model: string;
  /** Minimum cosine similarity for a match by meaning. */
  minSimilarity: number;
  timeouts: {
    /** For a prompt, within a request. */
    promptMs: number;
    /** For finding the nearest documents, including loading their vectors. */
    nearestMs: number;
    /** For a portion of documents, in the background. */
    documentsMs: number;
  };
  /** Milliseconds for which searches skip the endpoint after a failure. */
  restMs: number;
}

export interface MailConfig {
  /** Address that mails come from. */
  from: string;
  /** How long notices are collected for a mail, and the shortest time between two mails to one address, in seconds. */
  collectSeconds: number;
  pauseSeconds: number;
}

export interface PushConfig {
  /** By which push services know this service (VAPID, RFC 8292): a P-256 point in Base64url. Browsers subscribe with it. */
  publicKey: string;
  /** How operators of push services reach the operator: a `mailto:` or https URL. */
  contact: string;
  /** The shortest time between two messages to one browser, in seconds. */
  pauseSeconds: number;
}

/** Where operators read metrics and traces. `null` and `undefined`: off. */
export interface Telemetry {
  metrics: { host: string; port: number } | null;
  /** Endpoint of an OpenTelemetry collector, OTLP over HTTP. */
  tracesEndpoint: string | undefined;
}

/** Time limits for clients, in milliseconds. An upload of a file has until its upload token expires. */
export interface Timeouts {
  headersMs: number;
  /** From the headers on. Not for uploads of files. */
  bodyMs: number;
  /** Without a byte in either direction. */
  idleMs: number;
}

/** Bounds of server-sent events. */
export interface Streams {
  /** Open streams of one process, and of them those of one IP address. */
  total: number;
  perAddress: number;
  /** Between two comments of a stream without events. */
  heartbeatMs: number;
  /** After which a stream ends and the client continues with a new one. */
  lifetimeMs: number;
  /** Between two looks at the end of the log. */
  pollMs: number;
}

/** Requests per minute. A full bucket allows as many at once. */
export interface RateLimits {
  perConsumer: number;
  perWallet: number;
  /** Per network: for anonymous callers and credentials of wallets. */
  perAddress: number;
  /** Per network that visitors of a web app come from: a page takes several requests, and many people share an address. */
  perVisitor: number;
  /** Milliseconds of a process for callers without a session, per network. */
  processorMs: number;
}

/**
 * Times of a shutdown in milliseconds: `delayMs` for load balancers to notice, then up to `boundMs` in total for
 * requests to end.
 */
export interface Shutdown {
  delayMs: number;
  boundMs: number;
}

export interface Limits {
  /** Bytes per lab unless an operator raised it. */
  storagePerLab: number;
  uploadUrlSeconds: number;
  uploadTokenSeconds: number;
  /** The same for an upload in parts. */
  partsTokenSeconds: number;
  /** How long a call waits in milliseconds while parts are joined, before it is to be repeated. */
  joinWaitMs: number;
  downloadUrlSeconds: number;
  signInSeconds: number;
  /** Seconds for which a contract's confirmation of a service token's signer is valid. */
  signerCheckSeconds: number;
}

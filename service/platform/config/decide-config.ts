import { join, resolve } from 'node:path';
import type { Network } from '@labroom/contracts/networks';
import { defaultCredentialPrefix } from '@labroom/protocol/environments';
import type { Config, GatewayConfig, Limits, RateLimits, Streams, Timeouts } from './config.ts';
import { decideContracts } from './contracts.ts';
import { decideDidLinking, didLinkingProblems } from './did-linking.ts';
import { decideEmbeddings, embeddingsProblems } from './embeddings.ts';
import { ConfigurationError, type Env } from './env.ts';
import { decideGateway } from './gateway.ts';
import { decideKms, kmsProblems } from './kms.ts';
import { decideMail, mailProblems } from './mail.ts';
import { decideNames } from './names.ts';
import { decidePush, pushProblems } from './push.ts';
import { decideStorage, storageProblems } from './storage.ts';
import { decideUserTokens, userTokenProblems } from './user-tokens.ts';

const limits: Limits = {
  storagePerLab: 5_000_000_000,
  uploadUrlSeconds: 15 * 60,
  uploadTokenSeconds: 60 * 60,
  partsTokenSeconds: 48 * 60 * 60,
  joinWaitMs: 5_000,
  downloadUrlSeconds: 60 * 60,
  signInSeconds: 10 * 60,
  signerCheckSeconds: 5 * 60,
};

const timeouts: Timeouts = { headersMs: 20_000, bodyMs: 30_000, idleMs: 120_000 };

const streams: Streams = {
  total: 500,
  perAddress: 20,
  heartbeatMs: 15_000,
  lifetimeMs: 10 * 60_000,
  pollMs: 500,
};

/** One consumer may serve many users, so consumers get more than wallets. */
const rateLimits: RateLimits = {
  perConsumer: 6_000,
  perWallet: 600,
  perAddress: 600,
  perVisitor: 6_000,
  processorMs: 15_000,
};

/** Below the thirty seconds after which most supervisors kill a process. */
const SHUTDOWN_BOUND_MS = 25_000;

/** Node of the local chain. */
const LOCAL_RPC_URL = 'http://127.0.0.1:8545';
const LOCAL_WEB_URL = 'http://127.0.0.1:3000';

/** Returns problems of settings that depend on each other, as messages for the operator. */
export function configProblems(env: Env): string[] {
  const { network, problems } = decideContracts(env);
  decideGatewayOf(env, network, problems);
  return [
    ...didLinkingProblems(env, decideDidLinking(env, network.contracts)),
    ...storageProblems(env),
    ...kmsProblems(env),
    ...userTokenProblems(env),
    ...embeddingsProblems(env),
    ...mailProblems(env),
    ...pushProblems(env),
    ...problems,
  ];
}

function decideGatewayOf(env: Env, network: Network, problems: string[] = []): GatewayConfig {
  return decideGateway({ ...env, RPC_URL: env.RPC_URL ?? LOCAL_RPC_URL }, network, problems);
}

/** @throws ConfigurationError */
export function decideConfig(env: Env): Config {
  const environment = env.LABROOM_ENVIRONMENT;
  const { manifest, network } = decideContracts(env);
  const problems = configProblems(env);
  if (problems.length > 0) throw new ConfigurationError(problems);

  const dataDir = resolve(env.DATA_DIR);
  return {
    environment,
    credentialPrefix: env.CREDENTIAL_PREFIX ?? defaultCredentialPrefix(environment),
    chain: {
      id: network.chainId,
      rpcUrl: env.RPC_URL ?? LOCAL_RPC_URL,
      publicRpcUrl: env.PUBLIC_RPC_URL ?? (environment === 'local' ? (env.RPC_URL ?? LOCAL_RPC_URL) : null),
      witnessRpcUrl: env.INDEXER_WITNESS_RPC_URL ?? null,
      name: network.name,
      contracts: {
        ...network.contracts,
        ...(env.DID_REGISTRY && { didRegistry: env.DID_REGISTRY }),
        ...(env.IPNFT_COLLECTION && { legacyCollection: env.IPNFT_COLLECTION }),
      },
      manifest,
      firstBlock: env.INDEXER_START_BLOCK ?? network.startBlock ?? 0,
    },
    http: {
      host: env.SERVICE_HOST,
      port: env.SERVICE_PORT,
      publicUrl: (env.SERVICE_URL ?? `http://127.0.0.1:${env.SERVICE_PORT}`).replace(/\/$/, ''),
      webUrl: (env.WEB_URL ?? LOCAL_WEB_URL).replace(/\/$/, ''),
      allowedOrigins: env.ALLOWED_ORIGINS,
      introspection: environment !== 'production',
      maxDepth: environment === 'production' ? 10 : null,
      timeouts,
      streams,
      trustedProxies: env.TRUSTED_PROXIES,
      securityContacts: env.SECURITY_CONTACT,
      packagesDir: resolve(env.PACKAGES_DIR ?? join(dataDir, 'packages')),
    },
    storage: decideStorage(env),
    kms: decideKms(env),
    cms: env.CMS_URL
      ? { kind: 'url', url: env.CMS_URL }
      : { kind: 'file', file: join(dataDir, 'content.json') },
    names: decideNames(env, network.chainId),
    didLinking: decideDidLinking(env, network.contracts),
    userTokens: decideUserTokens(env),
    gateway: decideGatewayOf(env, network),
    embeddings: decideEmbeddings(env),
    mail: decideMail(env),
    push: decidePush(env),
    telemetry: {
      metrics: env.METRICS_PORT ? { host: env.METRICS_HOST, port: env.METRICS_PORT } : null,
      tracesEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    },
    dataDir,
    logLevel: env.LOG_LEVEL,
    limits,
    rateLimits: decideRateLimits(env),
    shutdown: {
      delayMs: 1_000 * (env.SHUTDOWN_DELAY_SECONDS ?? (environment === 'local' ? 0 : 5)),
      boundMs: SHUTDOWN_BOUND_MS,
    },
  };
}

/** `null` (off) on `local` unless a limit is configured (docs/specification/limits.md#rates). */
function decideRateLimits(env: Env): RateLimits | null {
  const given = [
    env.RATE_LIMIT_PER_CONSUMER,
    env.RATE_LIMIT_PER_WALLET,
    env.RATE_LIMIT_PER_ADDRESS,
    env.RATE_LIMIT_PER_VISITOR,
    env.RATE_LIMIT_PROCESSOR_MS,
  ];
  if (env.LABROOM_ENVIRONMENT === 'local' && given.every((limit) => limit === undefined)) return null;
  const [perConsumer, perWallet, perAddress, perVisitor, processorMs] = given;
  return {
    perConsumer: perConsumer ?? rateLimits.perConsumer,
    perWallet: perWallet ?? rateLimits.perWallet,
    perAddress: perAddress ?? rateLimits.perAddress,
    perVisitor: perVisitor ?? rateLimits.perVisitor,
    processorMs: processorMs ?? rateLimits.processorMs,
  };
}

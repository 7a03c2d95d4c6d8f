import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConsumerCredential } from '@labroom/service/auth/consumer-credential.ts';
import type { ServiceContext } from '@labroom/service/core/context/context.ts';
import type { Forward } from '@labroom/service/gateway/forward.ts';
import { brokenInvariants } from '@labroom/service/operator/check/invariants.ts';
import { createContext } from '@labroom/service/operator/installation/create-context.ts';
import { bindInstallation } from '@labroom/service/operator/installation/installation.ts';
import type { Config } from '@labroom/service/platform/config/config.ts';
import { decideConfig } from '@labroom/service/platform/config/decide-config.ts';
import { readEnv } from '@labroom/service/platform/config/env.ts';
import { readSecrets } from '@labroom/service/platform/config/read-secrets.ts';
import { GracefulShutdown } from '@labroom/service/routes/graceful-shutdown.ts';
import { createServer, logSerializers } from '@labroom/service/routes/server.ts';
import pino, { type Logger } from 'pino';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, expect } from 'vitest';
import { compileCache } from './compile-cache.ts';
import { depth } from './depth.ts';
import { freePort } from './free-port.ts';
import { requireStack } from './require-stack.ts';
import { createTestDatabase } from './test-database.ts';

export interface TestService {
  context: ServiceContext;
  /** Where the service listens, without a trailing slash. */
  url: string;
  credential: string;
  databaseUrl: string;
  dataDir: string;
  /** Everything that was logged, as JSON lines. */
  logLines: string[];
  /**
   * A second instance of the service, on the same database and storage, for rules that hold between connections. The full
   * suite starts a process; the quick one starts the instance in this process.
   */
  startPeer(variables?: Record<string, string>): Promise<Peer>;
  /** A second process of the service, on the same database and storage, with variables, or another program, of its own. */
  startReplica(variables?: Record<string, string>, program?: string): Promise<Replica>;
  stop(): Promise<void>;
}

export interface Peer {
  url: string;
  stop(): Promise<void>;
}

export interface Replica extends Peer {
  process: ChildProcess;
  /** Its exit code. */
  exited: Promise<number | null>;
}

interface TestServiceOptions {
  /** With the secrets and the address that it asks for. */
  environment?: 'local' | 'staging' | 'production';
  /** Parts of the fixture to replace, e.g. a chain client whose node is gone. */
  overrides?: Partial<ServiceContext>;
  config?: (config: Config) => Config;
  rpcUrl?: string;
  /** Runs the mutations that were paid for. */
  forward?: Forward;
  /** A database and a directory of the test's own making, in the place of fresh ones. */
  place?: { databaseUrl: string; dataDir: string };
  /** Further variables of the environment. */
  variables?: Record<string, string>;
}

/**
 * A service for one test file. After the tests no invariant of its database may be broken, unless they insert rows that the
 * service would not have written (`insertsRows`). Stops the service, so call it at the top of the file.
 */
export async function openTestService({
  insertsRows = false,
  ...options
}: TestServiceOptions & { insertsRows?: boolean } = {}): Promise<TestService> {
  const service = await startTestService(options);
  afterAll(async () => {
    const broken = insertsRows ? [] : await brokenInvariants(service.context.db);
    await service.stop();
    expect(broken).toEqual([]);
  });
  return service;
}

/** Starts the real service on a real database, chain and disk, over real HTTP. The caller stops it. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { place } = options;
  const database = place ? { url: place.databaseUrl, drop: async () => {} } : await createTestDatabase();
  const dataDir = place?.dataDir ?? (await mkdtemp(join(tmpdir(), 'labroom-service-')));
  const logLines: string[] = [];
  const logger = pino(
    { level: 'debug', serializers: logSerializers },
    { write: (line: string) => void logLines.push(line) },
  );
  const { environment = 'local' } = options;
  const port = await freePort();
  const variables: Record<string, string> = {
    LABROOM_ENVIRONMENT: environment,
    DATABASE_URL: database.url,
    RPC_URL: options.rpcUrl ?? requireStack('rpcUrl'),
    DATA_DIR: dataDir,
    SERVICE_PORT: String(port),
    ...(environment !== 'local' && {
      SERVICE_URL: `http://127.0.0.1:${port}`,
      SERVICE_SECRET: randomBytes(32).toString('base64'),
      KMS_MASTER_KEY: randomBytes(32).toString('base64'),
      X402_PAY_TO_ADDRESS: privateKeyToAddress(generatePrivateKey()),
      X402_FACILITATOR_URL: 'https://facilitator.example.org',
    }),
    ...options.variables,
  };
  const { context, stop: stopListening, config } = await listen(variables, dataDir, logger, options);
  const { credential } = await createConsumerCredential(context.db, context.config.credentialPrefix, 'tests');
  const replicas = new Set<ChildProcess>();
  const peers: Peer[] = [];

  const service: TestService = {
    context,
    url: config.http.publicUrl,
    credential,
    databaseUrl: database.url,
    dataDir,
    logLines,
    async startPeer(own = {}) {
      if (depth.peerProcesses) return service.startReplica(own);
      const port = await freePort();
      const peer = await listen({ ...variables, SERVICE_PORT: String(port), ...own }, dataDir, logger);
      let stopped: Promise<void> | undefined;
      const stop = async () => {
        await peer.stop();
        await peer.context.db.$client.end();
      };
      const running: Peer = {
        url: `http://127.0.0.1:${port}`,
        stop() {
          stopped ??= stop();
          return stopped;
        },
      };
      peers.push(running);
      return running;
    },
    async startReplica(own = {}, program = '../service/main.ts') {
      const port = await freePort();
      const child = spawn(process.execPath, [join(import.meta.dirname, program)], {
        env: { ...compileCache, ...variables, SERVICE_PORT: String(port), ...own },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const exited = once(child, 'exit').then(([code]) => code as number | null);
      replicas.add(child);
      for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
        if (String(chunk).includes('Server listening')) break;
      }
      child.stdout.resume();
      if (child.exitCode !== null) throw new Error(`The second process ended with ${child.exitCode}`);
      return {
        url: `http://127.0.0.1:${port}`,
        process: child,
        exited,
        async stop() {
          child.kill('SIGTERM');
          await exited;
        },
      };
    },
    async stop() {
      for (const replica of replicas) replica.kill('SIGKILL');
      for (const peer of peers) await peer.stop();
      await stopListening();
      await context.db.$client.end();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return service;
}

/** One instance that listens on its `SERVICE_PORT`. */
async function listen(
  variables: Record<string, string>,
  dataDir: string,
  logger: Logger,
  options: Pick<TestServiceOptions, 'config' | 'overrides' | 'forward'> = {},
) {
  const env = readEnv(variables);
  const config = options.config ? options.config(decideConfig(env)) : decideConfig(env);
  const secrets = readSecrets(env, dataDir);
  const complete = await createContext({
    config,
    secrets,
    databaseUrl: env.DATABASE_URL,
    replicaUrls: env.DATABASE_REPLICA_URLS,
  });
  await bindInstallation(complete);
  const context = { ...complete, ...options.overrides };
  const { forward } = options;
  const shutdown = new GracefulShutdown();
  const app = await createServer(context, { logger, shutdown, ...(forward && { forward }) });
  await app.listen({ host: config.http.host, port: config.http.port });
  return { context, config, stop: () => shutdown.run(app, { delayMs: 0, boundMs: 60_000 }) };
}

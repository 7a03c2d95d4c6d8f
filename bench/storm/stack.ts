import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConsumerCredential } from '@labroom/service/auth/consumer-credential.ts';
import type { ServiceContext } from '@labroom/service/core/context/context.ts';
import { createContext } from '@labroom/service/operator/installation/create-context.ts';
import { labroom } from '@labroom/service/operator/labroom.ts';
import { decideConfig } from '@labroom/service/platform/config/decide-config.ts';
import { readEnv } from '@labroom/service/platform/config/env.ts';
import { readSecrets } from '@labroom/service/platform/config/read-secrets.ts';
import { migrate } from '@labroom/service/platform/db/migrate.ts';
import { startDebianPostgres } from '@labroom/testing/debian-postgres.ts';
import { startDeployedChain } from '@labroom/testing/foundations.ts';
import { freePort } from '@labroom/testing/free-port.ts';
import { startRadosgw } from '@labroom/testing/radosgw.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import type { Cleanup } from './cleanup.ts';
import { startDatabaseCluster } from './database-cluster.ts';
import { Program, type Victim } from './program.ts';
import { startWeakParts, type WeakParts } from './weak-parts.ts';

/** Two services behind a balancer and workers, on a database, a store and a chain that others operate. */
export interface Stack {
  /** Of the balancer. */
  url: string;
  rpcUrl: string;
  credential: string;
  balancer: Balancer;
  /** URLs of the services themselves. */
  services: readonly string[];
  programs: readonly Program[];
  victims: readonly Victim[];
  /** What faults are made in; only when alerts are raised. */
  weak: WeakParts | null;
  metricsPorts: { services: readonly number[]; workers: readonly number[] };
  /** Queries that each kind of server answered, of all services that run now; only with a cluster. */
  reads(): Promise<Record<'primary' | 'replica', number>>;
  /** The same context as the programs see it. */
  context: ServiceContext;
  /** A command of the operator; what it printed, unless all was well. */
  operate(...args: string[]): Promise<string[]>;
}

/**
 * @param cleanup stops all of it, also when the start fails
 * @param options.cluster three servers of PostgreSQL, of which the primary is killed, and two workers
 * @param options.keepLogs whether the logs stay, asked at the end
 */
export async function startStack(
  cleanup: Cleanup,
  options: { cluster: boolean; alerts?: boolean; keepLogs(): boolean },
): Promise<Stack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'labroom-storm-'));
  const logFd = openSync(join(dataDir, 'programs.log'), 'a');
  cleanup.add(async () => {
    closeSync(logFd);
    if (options.keepLogs()) console.log(`The logs are in ${dataDir}`);
    else await rm(dataDir, { recursive: true, force: true });
  });
  // One after the other, so that what has started is known when the next one fails.
  const store = await startRadosgw();
  cleanup.add(() => store.stop());
  const chain = await startDeployedChain(dataDir);
  cleanup.add(() => chain.stop());
  const cluster = options.cluster ? await startDatabaseCluster(cleanup) : null;
  const weak = options.alerts ? await startWeakParts(cleanup, { store, chain }) : null;
  const databaseUrl = cluster?.url ?? weak?.databaseUrl ?? (await startPostgres(cleanup));
  const [port, ...ports] = await Promise.all(Array.from({ length: 7 }, freePort));
  const [a = 0, b = 0, metricsOfA = 0, metricsOfB = 0, ...metricsOfWorkers] = ports;
  const url = `http://127.0.0.1:${port}`;
  const shared = {
    DATABASE_URL: databaseUrl,
    RPC_URL: weak?.rpcUrl ?? chain.rpcUrl,
    DATA_DIR: dataDir,
    SERVICE_URL: url,
    SERVICE_SECRET: randomBytes(32).toString('base64'),
    KMS_MASTER_KEY: randomBytes(32).toString('base64'),
    S3_BUCKET: 'labroom',
    S3_ENDPOINT: weak?.storeUrl ?? store.endpoint,
    S3_REGION: store.region,
    S3_ACCESS_KEY_ID: store.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
    LOG_LEVEL: 'warn',
    ...(cluster && { DATABASE_REPLICA_URLS: cluster.replicaUrls.join(',') }),
  };
  const service = (name: string, own: number, metrics: number) =>
    new Program({
      name,
      script: 'service/main.ts',
      env: { ...shared, SERVICE_PORT: String(own), METRICS_PORT: String(metrics) },
      readyUrl: `http://127.0.0.1:${own}/ready`,
      logFd,
    });
  const programs = [
    service('service A', a, metricsOfA),
    service('service B', b, metricsOfB),
    ...metricsOfWorkers.slice(0, cluster ? 2 : 1).map(
      (metrics, at) =>
        new Program({
          name: at === 0 ? 'worker' : 'second worker',
          script: 'service/worker.ts',
          env: { ...shared, METRICS_PORT: String(metrics) },
          readyUrl: `http://127.0.0.1:${metrics}/metrics`,
          logFd,
        }),
    ),
  ];

  await migrate(databaseUrl);
  const env = readEnv(shared);
  const config = decideConfig(env);
  const open = () => createContext({ config, secrets: readSecrets(env, dataDir), databaseUrl });
  const operate = async (...args: string[]) => {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    return (await labroom(args, open, print, print)) === 0 ? [] : lines;
  };
  const output = await operate('prepare-bucket');
  if (output.length > 0) throw new Error(output.join('\n'));
  const context = await open();
  cleanup.add(() => context.db.$client.end());
  const { credential } = await createConsumerCredential(context.db, 'labroom_local', 'storm');
  cleanup.add(() => Promise.all(programs.map((program) => program.stop())));
  await Promise.all(programs.map((program) => program.start()));
  const balancer = await startBalancer(port ?? 0, [a, b]);
  cleanup.add(() => balancer.stop());

  return {
    url,
    rpcUrl: chain.rpcUrl,
    credential,
    balancer,
    services: [a, b].map((own) => `http://127.0.0.1:${own}`),
    programs,
    victims: cluster ? [cluster.primary] : programs,
    weak,
    metricsPorts: { services: [metricsOfA, metricsOfB], workers: metricsOfWorkers.slice(0, cluster ? 2 : 1) },
    async reads() {
      const counts = { primary: 0, replica: 0 };
      for (const metrics of [metricsOfA, metricsOfB]) {
        const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
        for (const [, from, count] of text.matchAll(
          /^labroom_reads_total\{from="(primary|replica)"\} (\d+)/gm,
        ))
          counts[from as keyof typeof counts] += Number(count);
      }
      return counts;
    },
    context,
    operate,
  };
}

async function startPostgres(cleanup: Cleanup): Promise<string> {
  const postgres = await startDebianPostgres();
  cleanup.add(() => postgres.stop());
  return postgres.url;
}

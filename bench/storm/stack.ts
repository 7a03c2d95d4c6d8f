import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConsumerCredential } from '#service/auth/consumer-credential.ts';
import type { ServiceContext } from '#service/context.ts';
import { createContext } from '#service/create-context.ts';
import { labroom } from '#service/operator/labroom.ts';
import { decideConfig } from '#service/platform/config/config.ts';
import { readEnv } from '#service/platform/config/env.ts';
import { readSecrets } from '#service/platform/config/secrets.ts';
import { migrate } from '#service/platform/db/migrate.ts';
import { startDebianPostgres } from '#testing/debian-postgres.ts';
import { startDeployedChain } from '#testing/foundations.ts';
import { freePort } from '#testing/free-port.ts';
import { startRadosgw } from '#testing/radosgw.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { Program } from './program.ts';

/** Two services behind a balancer and a worker, on a database, a store and a chain that others operate. */
export interface Stack {
  /** Of the balancer. */
  url: string;
  rpcUrl: string;
  credential: string;
  balancer: Balancer;
  programs: readonly Program[];
  /** The same context as the programs see it. */
  context: ServiceContext;
  /** A command of the operator; what it printed, unless all was well. */
  operate(...args: string[]): Promise<string[]>;
  /** @param keep leaves the logs, and says where */
  stop(keep: boolean): Promise<void>;
}

export async function startStack(): Promise<Stack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'labroom-storm-'));
  const logFd = openSync(join(dataDir, 'programs.log'), 'a');
  const [postgres, store, chain] = await Promise.all([
    startDebianPostgres(),
    startRadosgw(),
    startDeployedChain(dataDir),
  ]);
  const [port, ...ports] = await Promise.all(Array.from({ length: 4 }, freePort));
  const [a = 0, b = 0, metrics = 0] = ports;
  const url = `http://127.0.0.1:${port}`;
  const shared = {
    DATABASE_URL: postgres.url,
    RPC_URL: chain.rpcUrl,
    DATA_DIR: dataDir,
    SERVICE_URL: url,
    SERVICE_SECRET: randomBytes(32).toString('base64'),
    KMS_MASTER_KEY: randomBytes(32).toString('base64'),
    S3_BUCKET: 'labroom',
    S3_ENDPOINT: store.endpoint,
    S3_REGION: store.region,
    S3_ACCESS_KEY_ID: store.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
    LOG_LEVEL: 'warn',
  };
  const service = (name: string, own: number) =>
    new Program({
      name,
      script: 'service/main.ts',
      env: { ...shared, SERVICE_PORT: String(own) },
      readyUrl: `http://127.0.0.1:${own}/ready`,
      logFd,
    });
  const programs = [
    service('service A', a),
    service('service B', b),
    new Program({
      name: 'worker',
      script: 'service/worker.ts',
      env: { ...shared, METRICS_PORT: String(metrics) },
      readyUrl: `http://127.0.0.1:${metrics}/metrics`,
      logFd,
    }),
  ];

  await migrate(postgres.url);
  const env = readEnv(shared);
  const config = decideConfig(env);
  const open = () => createContext({ config, secrets: readSecrets(env, dataDir), databaseUrl: postgres.url });
  const operate = async (...args: string[]) => {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    return (await labroom(args, open, print, print)) === 0 ? [] : lines;
  };
  const output = await operate('prepare-bucket');
  if (output.length > 0) throw new Error(output.join('\n'));
  const context = await open();
  const { credential } = await createConsumerCredential(context.db, 'local', 'storm');
  await Promise.all(programs.map((program) => program.start()));
  const balancer = await startBalancer(port ?? 0, [a, b]);

  return {
    url,
    rpcUrl: chain.rpcUrl,
    credential,
    balancer,
    programs,
    context,
    operate,
    async stop(keep) {
      await Promise.all(programs.map((program) => program.stop()));
      await balancer.stop();
      await context.db.$client.end();
      await Promise.all([postgres.stop(), store.stop(), chain.stop()]);
      closeSync(logFd);
      if (keep) console.log(`The logs are in ${dataDir}`);
      else await rm(dataDir, { recursive: true, force: true });
    },
  };
}

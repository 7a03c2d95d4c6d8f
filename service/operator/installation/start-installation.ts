import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { PublicClient } from 'viem';
import type { ServiceContext } from '#service/context.ts';
import { createContext } from '#service/create-context.ts';
import { configure } from '#service/platform/config/configure.ts';
import { ConfigurationError } from '#service/platform/config/env.ts';
import { openDatabase } from '#service/platform/db/database.ts';
import { migrate } from '#service/platform/db/migrate.ts';
import { masterKeys } from '#service/platform/db/tables/installation.ts';
import { bindInstallation, compareInstallation } from './installation.ts';
import { hasWraps } from './master-keys.ts';
import { announceWrapping } from './wrapping-processes.ts';

/** How long a node may take to name its chain at the start. */
const nodeTimeoutMs = 5_000;

/**
 * What a service or a worker starts with: the newest schema, a context, and a database that belongs to it. On an empty
 * database it makes the local master key and binds the database to what it was started with.
 * @returns also warnings for the log, and what makes this process known to others until it is disposed
 * @throws ConfigurationError
 */
export async function startInstallation(
  configuration: ReturnType<typeof configure>,
): Promise<{ context: ServiceContext; warnings: string[]; running: AsyncDisposable }> {
  await migrate(configuration.databaseUrl);
  const mayCreateMasterKey = !(await needsMasterKey(configuration.databaseUrl));
  const context = await createContext({ ...configuration, mayCreateMasterKey });
  const warnings = [...(await bindInstallation(context)), ...storageWarnings(context)];
  await requireChain(context);
  return { context, warnings, running: await announceWrapping(context) };
}

/**
 * What an operator's command works on. Nothing is made: no directory, no key, no secret.
 * @throws ConfigurationError
 */
export async function openInstallation(): Promise<ServiceContext> {
  const configuration = configure(undefined, { mayCreateSecret: false });
  const { config, databaseUrl } = configuration;
  if (config.storage.kind === 'disk' && !existsSync(config.storage.dir))
    throw new ConfigurationError([
      `DATA_DIR: the directory ${config.storage.dir} does not exist; start the service once to create it`,
    ]);
  await migrate(databaseUrl);
  const context = await createContext({ ...configuration, mayCreateMasterKey: false });
  await compareInstallation(context.db, context);
  return context;
}

async function needsMasterKey(databaseUrl: string): Promise<boolean> {
  const db = openDatabase(databaseUrl, { maxConnections: 1 });
  try {
    return (await db.$count(masterKeys)) > 0 || (await hasWraps(db));
  } finally {
    await db.$client.end();
  }
}

/** A node that does not answer stops no start: its chain is verified before it is asked for anything else. */
async function requireChain({ chain, config }: ServiceContext): Promise<void> {
  const servedBy = (node: PublicClient) =>
    Promise.race([node.getChainId().catch(() => null), pause(nodeTimeoutMs, null, { ref: false })]);
  const [served, witnessed] = await Promise.all([
    servedBy(chain.node),
    chain.witness ? servedBy(chain.witness) : null,
  ]);
  const problems = Object.entries({ RPC_URL: served, INDEXER_WITNESS_RPC_URL: witnessed })
    .filter(([, id]) => id !== null && id !== chain.chainId)
    .map(
      ([name, id]) =>
        `${name}: the node serves chain ${id}, but ${config.environment} is on chain ${chain.chainId}`,
    );
  if (problems.length > 0) throw new ConfigurationError(problems);
}

function storageWarnings({ config }: ServiceContext): string[] {
  if (config.environment === 'local' || config.storage.kind !== 'disk') return [];
  return [
    `objects are stored in ${config.storage.dir} on this machine only; set S3_BUCKET to run on several machines`,
  ];
}

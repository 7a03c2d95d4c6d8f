import { privateKeyToAccount } from 'viem/accounts';
import { deployContracts } from '#contracts/deploy/deploy.ts';
import { localAccount } from '#contracts/local-accounts.ts';
import { migrate } from '#service/platform/db/migrate.ts';
import { type LocalChain, startLocalChain } from '../chain/start-local-chain.ts';
import { ensureEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { HISTORY_SECONDS } from '../seed/chain-history.ts';
import { urlOf } from './local-json.ts';
import { closeLog, logFile, openLog } from './log-file.ts';
import { setMetadataBase } from './set-metadata-base.ts';
import type { Settings } from './settings.ts';
import type { Steps } from './steps.ts';
import type { Supervisor } from './supervisor.ts';
import { ensureWebBuild } from './web-build.ts';

export function startDatabase(
  { dataDir, ports }: Settings,
  supervisor: Supervisor,
  steps: Steps,
): Promise<string> {
  const work = async () => {
    const postgres = await ensureEmbeddedPostgres({ dataDir, port: ports.postgres });
    await supervisor.keep('database', 'postgres', postgres);
    await migrate(postgres.url);
    return postgres;
  };
  const outcome = {
    created: 'created',
    started: 'opened again',
    adopted: 'still running from a former start',
  };
  return steps
    .run('database', work, ({ state }) => `${outcome[state]}, schema migrated`)
    .then(({ url }) => url);
}

/** Starts the local chain, whose clock is behind until the example labs are there, and deploys the contracts. */
export function startChain(
  { dataDir, ports, withWeb }: Settings,
  supervisor: Supervisor,
  steps: Steps,
): Promise<LocalChain> {
  const work = async () => {
    const log = openLog(logFile(dataDir, 'chain'));
    const chain = await startLocalChain({
      dataDir,
      port: ports.rpc,
      secondsBehind: HISTORY_SECONDS,
      logFd: log,
    }).finally(() => closeLog(log));
    supervisor.runFile.note('chain', chain.pid);
    await supervisor.keep('chain', 'chain', chain);
    const deployer = privateKeyToAccount(localAccount('deployer').privateKey);
    const { transactions } = await deployContracts({ rpcUrl: chain.rpcUrl, deployer });
    if (withWeb) {
      const webUrl = urlOf(ports.web);
      await setMetadataBase({ rpcUrl: chain.rpcUrl, owner: deployer, webUrl });
    }
    return { chain, transactions };
  };
  return steps
    .run('chain', work, ({ transactions }) =>
      transactions.length > 0
        ? `contracts deployed in ${transactions.length} transactions`
        : 'replayed, contracts already there',
    )
    .then(({ chain }) => chain);
}

/** Builds the web app if it is stale. */
export function buildWeb({ dataDir }: Settings, supervisor: Supervisor, steps: Steps): Promise<unknown> {
  const work = () => ensureWebBuild(logFile(dataDir, 'web-build'), supervisor.signal);
  return steps.run('web build', work, (outcome) => outcome);
}

/** Rejects with the first error after all promises have settled. */
export async function allOrNone<T extends readonly unknown[]>(
  supervisor: Supervisor,
  work: readonly [...{ [K in keyof T]: Promise<T[K]> | T[K] }],
): Promise<T> {
  try {
    return (await Promise.all(work)) as unknown as T;
  } catch (error) {
    supervisor.end(error);
    await Promise.allSettled(work);
    throw error;
  }
}

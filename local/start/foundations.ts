import type { Address } from '@labroom/contracts/networks';
import { HISTORY_SECONDS } from '@labroom/example-labs/make-example-labs';
import { type LocalChain, startLocalChain } from '../chain/start-local-chain.ts';
import { urlOf } from '../data-dir/local-json.ts';
import type { Maker } from '../data-dir/own-version.ts';
import { ensureEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { closeLog, logFile, openLog } from './log-file.ts';
import type { Preparation } from './preparation.ts';
import type { Settings } from './settings.ts';
import { StartError } from './start-error.ts';
import type { Steps } from './steps.ts';
import type { Supervisor } from './supervisor.ts';
import { ensureWebBuild } from './web-build.ts';

export function startDatabase(
  { dataDir, ports }: Settings,
  supervisor: Supervisor,
  steps: Steps,
  preparation: Preparation,
  fitting: Promise<void>,
): Promise<string> {
  const work = async () => {
    const postgres = await ensureEmbeddedPostgres({ dataDir, port: ports.postgres });
    await supervisor.keep('database', 'postgres', postgres);
    await fitting;
    await preparation.run('migrate', { databaseUrl: postgres.url });
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

/** Starts the local chain, whose clock is behind until the example labs are there. */
export async function startChain(
  { dataDir, ports }: Pick<Settings, 'dataDir' | 'ports'>,
  supervisor: Supervisor,
): Promise<LocalChain> {
  const log = openLog(logFile(dataDir, 'chain'));
  const chain = await startLocalChain({
    dataDir,
    port: ports.rpc,
    secondsBehind: HISTORY_SECONDS,
    logFd: log,
  }).finally(() => closeLog(log));
  supervisor.runFile.note('chain', chain.pid);
  await supervisor.keep('chain', 'chain', chain);
  return chain;
}

/**
 * Waits for the local chain and compares its contracts with those of this version. Nothing is migrated or deployed before, so that the
 * version which made the directory still works with it.
 * @throws StartError that says how to go on
 */
export async function requireOwnContracts(
  { dataDir }: Pick<Settings, 'dataDir'>,
  chain: Promise<Pick<LocalChain, 'rpcUrl'>>,
  preparation: Preparation,
): Promise<void> {
  const { rpcUrl } = await chain;
  const other = await preparation.run('compare', { rpcUrl, dataDir });
  if (other) throw new StartError(otherVersionOf(dataDir, other.contract, other.maker));
}

function otherVersionOf(dataDir: string, contract: Address, maker: Maker | null): string {
  const name = maker && `version ${maker.version}${maker.commit ? `, commit ${maker.commit}` : ''}`;
  return `${dataDir} was made by another version of Labroom${name ? ` (last used by ${name})` : ''}: its chain has other contracts (such as ${contract}), so this version would not show what is in it. Nothing was changed. To keep it, start that version. To begin anew, start with another directory, DATA_DIR=<directory> npm start, or delete this one first: rm -r ${dataDir}`;
}

/** Waits for the local chain and deploys the contracts. */
export async function prepareChain(
  { ports, withWeb }: Pick<Settings, 'ports' | 'withWeb'>,
  chain: Promise<LocalChain>,
  steps: Steps,
  preparation: Preparation,
  fitting: Promise<void>,
): Promise<void> {
  const work = async () => {
    const { rpcUrl } = await chain;
    await fitting;
    return preparation.run('deploy', { rpcUrl, webUrl: withWeb ? urlOf(ports.web) : null });
  };
  await steps.run('chain', work, (transactions) =>
    transactions > 0
      ? `contracts deployed in ${transactions} transactions`
      : 'replayed, contracts already there',
  );
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

import { HISTORY_SECONDS } from '@labroom/example-labs/make-example-labs';
import { type LocalChain, startLocalChain } from '../chain/start-local-chain.ts';
import { urlOf } from '../data-dir/local-json.ts';
import { ensureEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { closeLog, logFile, openLog } from './log-file.ts';
import type { Preparation } from './preparation.ts';
import type { Settings } from './settings.ts';
import type { Steps } from './steps.ts';
import type { Supervisor } from './supervisor.ts';
import { ensureWebBuild } from './web-build.ts';

export function startDatabase(
  { dataDir, ports }: Settings,
  supervisor: Supervisor,
  steps: Steps,
  preparation: Preparation,
): Promise<string> {
  const work = async () => {
    const postgres = await ensureEmbeddedPostgres({ dataDir, port: ports.postgres });
    await supervisor.keep('database', 'postgres', postgres);
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

/** Waits for the local chain and deploys the contracts. A chain with contracts of another version ends the start. */
export async function prepareChain(
  { dataDir, ports, withWeb }: Pick<Settings, 'dataDir' | 'ports' | 'withWeb'>,
  chain: Promise<LocalChain>,
  steps: Steps,
  preparation: Preparation,
): Promise<void> {
  const work = async () => {
    const { rpcUrl } = await chain;
    return preparation.run('deploy', { rpcUrl, dataDir, webUrl: withWeb ? urlOf(ports.web) : null });
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

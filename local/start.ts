import { setTimeout as pause } from 'node:timers/promises';
import { lockDirectory } from './chain/directory-lock.ts';
import { describeLocal, type LocalJson } from './data-dir/local-json.ts';
import { ownVersion } from './data-dir/own-version.ts';
import { announce } from './start/announce.ts';
import {
  allOrNone,
  buildWeb,
  prepareChain,
  requireOwnContracts,
  startChain,
  startDatabase,
} from './start/foundations.ts';
import { buildPackages } from './start/packages.ts';
import { Preparation } from './start/preparation.ts';
import { startService, startWeb } from './start/programs.ts';
import { makeDataDir, readSettings, requireFreePorts, type Settings } from './start/settings.ts';
import { StartError } from './start/start-error.ts';
import { Steps } from './start/steps.ts';
import { Supervisor } from './start/supervisor.ts';

/** Starts chain, database, service and web app on this machine, keeps them running, and stops them in order. */
async function main(): Promise<void> {
  const settings = readSettings(process.argv.slice(2), process.env);
  await makeDataDir(settings);
  await takeDataDir(settings);
  const supervisor = new Supervisor(settings.dataDir);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => supervisor.end());
  process.on('disconnect', () => supervisor.end());

  const coming = bringUp(settings, supervisor);
  coming.catch((error) => supervisor.end(error));
  const failure = await supervisor.over;
  if (failure === undefined) console.log('Stopping …');
  else tell(failure);
  await coming.catch(() => undefined);
  await supervisor.stopAll();
  process.exit(failure === undefined ? 0 : 1);
}

async function bringUp(settings: Settings, supervisor: Supervisor): Promise<void> {
  const { dataDir, withWeb } = settings;
  const steps = new Steps();
  console.log(`Starting Labroom on ${dataDir}`);
  const left = await supervisor.runFile.endFormerRun();
  if (left.length > 0) console.log(`  Ended what an interrupted run had left: ${left.join(', ')}.`);
  await requireFreePorts(settings);

  const built = withWeb ? buildWeb(settings, supervisor, steps) : undefined;
  const [local] = await allOrNone(supervisor, [startPrograms(settings, supervisor, steps, built), built]);
  announce(local, { dataDir, withWeb, total: steps.total });
}

async function startPrograms(
  settings: Settings,
  supervisor: Supervisor,
  steps: Steps,
  built: Promise<unknown> | undefined,
): Promise<LocalJson> {
  const { dataDir } = settings;
  const chain = startChain(settings, supervisor);
  const preparation = new Preparation(chain);
  supervisor.signal.addEventListener('abort', () => preparation.end());
  const fitting = requireOwnContracts(settings, chain, preparation);
  // The database may take longer to look at it.
  fitting.catch(() => undefined);
  const [databaseUrl] = await allOrNone(supervisor, [
    startDatabase(settings, supervisor, steps, preparation, fitting),
    prepareChain(settings, chain, steps, preparation, fitting),
    buildPackages(settings, supervisor, steps),
  ]);
  const local = describeLocal(
    settings,
    await preparation.run('credential', { dataDir, databaseUrl }),
    await ownVersion(),
  );
  const seed = () => preparation.run('labs', { dataDir, databaseUrl, local });
  const startBackend = async () => {
    await startService(settings, supervisor, steps, local, databaseUrl);
    await steps.run('labs', seed, (made) => (made > 0 ? `${made} example labs made` : 'already there'));
    preparation.end();
  };
  const startPages = async () => {
    await built;
    await startWeb(settings, supervisor, steps, local);
  };
  await allOrNone(supervisor, [startBackend(), built && startPages()]);
  return local;
}

/** Waits a little, because a stopping run still holds the lock of the directory. */
async function takeDataDir({ dataDir }: Settings): Promise<void> {
  for (let attempt = 0; attempt < 30; attempt++) {
    if (await lockDirectory(dataDir, 'start')) return;
    await pause(100);
  }
  throw new StartError(
    `Labroom already runs on ${dataDir}; stop it first, or set DATA_DIR to another directory.`,
  );
}

function tell(failure: unknown): void {
  console.error(failure instanceof Error ? failure.message : String(failure));
}

main().catch((error) => {
  tell(error);
  process.exit(1);
});

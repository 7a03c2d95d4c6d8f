import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createLabroomClient } from '@labroom/client/client.ts';
import { CreateLabDocument } from '@labroom/client/documents';
import { findOrInstallAge } from '@labroom/scripts/age.ts';
import { createConsumerCredential } from '@labroom/service/auth/consumer-credential.ts';
import { openDatabase } from '@labroom/service/platform/db/open-database.ts';
import { startDebianPostgres } from '@labroom/testing/debian-postgres.ts';
import { startDeployedChain } from '@labroom/testing/foundations.ts';
import { freePort } from '@labroom/testing/free-port.ts';
import { aboutRun, keepResults } from './keep-results.ts';
import { labroom, type Ran } from './restore/programs.ts';
import { Cleanup } from './storm/cleanup.ts';
import { peopleOf } from './storm/people.ts';
import { Program } from './storm/program.ts';

/**
 * `node bench/drill.ts [--files 100000]`: uploads small files through a service, a third of them encrypted, saves them encrypted to a
 * recipient of age, uploads a hundredth more, saves again what is new, and rehearses a restore from that backup. Exit code 1 if the drill
 * is not well. Needs Debian's PostgreSQL and `age`.
 */
const { values: options } = parseArgs({ options: { files: { type: 'string', default: '100000' } } });
const count = Number(options.files);
const LABS = 10;
/** Of Debian's package `age`. */
const keygen = 'age-keygen';

if (!findOrInstallAge(console.log)) process.exit(1);
const cleanup = new Cleanup();
const dir = await mkdtemp(join(tmpdir(), 'labroom-drill-'));
cleanup.add(() => rm(dir, { recursive: true, force: true }));
try {
  const steps: Record<string, Ran> = {};
  const dataDir = join(dir, 'data');
  const chain = await startDeployedChain(dataDir);
  cleanup.add(() => chain.stop());
  const postgres = await startDebianPostgres();
  cleanup.add(() => postgres.stop());
  const place = { databaseUrl: postgres.url, dataDir, rpcUrl: chain.rpcUrl };
  const url = await startPrograms(place, chain.rpcUrl);
  const upload = await openLabs(url, chain.rpcUrl, postgres.url);

  const began = performance.now();
  await upload(0, count);
  console.log(`${count} files in ${Math.round((performance.now() - began) / 1_000)} s`);
  const identity = join(dir, 'key.txt');
  execFileSync(keygen, ['-o', identity], { stdio: 'ignore' });
  const recipient = /age1\w+/.exec(await readFile(identity, 'utf8'))?.[0] ?? '';
  const saved = join(dir, 'saved');
  const take = async (name: string, ...args: string[]) => {
    steps[name] = await labroom(place, ...args);
    console.log(`${name}: ${steps[name].seconds} s, at most ${steps[name].peakMB} MB`);
  };
  await take('backup of all', 'backup', '--to', saved, '--recipient', recipient);
  await upload(count, count / 100);
  await take('backup of what is new', 'backup', '--to', saved, '--recipient', recipient);
  const report = join(dir, 'drill.json');
  await take('drill', 'drill', '--from', saved, '--identity', identity, '--report', report);
  console.log(await readFile(report, 'utf8'));
  await keepResults('drill', { ...aboutRun(), files: count, steps });
} finally {
  await cleanup.run();
}

async function startPrograms(
  { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string },
  rpcUrl: string,
) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const logFd = openSync(join(dir, 'programs.log'), 'a');
  cleanup.add(async () => closeSync(logFd));
  const env = {
    DATABASE_URL: databaseUrl,
    RPC_URL: rpcUrl,
    DATA_DIR: dataDir,
    SERVICE_PORT: String(port),
    SERVICE_URL: url,
    LOG_LEVEL: 'warn',
  };
  const metrics = await freePort();
  const programs = [
    new Program({ name: 'service', script: 'service/main.ts', env, readyUrl: `${url}/ready`, logFd }),
    new Program({
      name: 'worker',
      script: 'service/worker.ts',
      env: { ...env, METRICS_PORT: String(metrics) },
      readyUrl: `http://127.0.0.1:${metrics}/metrics`,
      logFd,
    }),
  ];
  cleanup.add(() => Promise.all(programs.map((program) => program.stop())));
  for (const program of programs) await program.start();
  return url;
}

/** Makes the labs. @returns a function that uploads so many files, spread over them, from a number on */
async function openLabs(url: string, rpcUrl: string, databaseUrl: string) {
  const db = openDatabase(databaseUrl, { maxConnections: 1 });
  const { credential } = await createConsumerCredential(db, 'labroom_local', 'drill');
  await db.$client.end();
  const people = peopleOf(rpcUrl);
  const owner = await people.wallet();
  const client = await createLabroomClient({
    graphqlUrl: `${url}/graphql`,
    chainId: 31337,
    credential,
  }).signIn(owner);
  const labs: `0x${string}`[] = [];
  for (let at = 0; at < LABS; at += 1) {
    const oclId = await people.lab(owner);
    await client.call(CreateLabDocument, { oclId });
    labs.push(oclId);
  }
  return async (from: number, many: number) => {
    for (const [at, oclId] of labs.entries())
      for (const access of ['TEAM', 'PUBLIC', 'PUBLIC'] as const) {
        const share = Math.round(many / LABS / 3);
        const files = Array.from({ length: share }, (_, index) => {
          const name = `${access} ${at} ${from}/${Math.floor(index / 500)}/${index} ${Math.random()}.txt`;
          return { path: name, body: new Blob([`${name}\n`.repeat(20)]) };
        });
        const sent = await client.uploadFolder({ oclId, access, files });
        const failed = sent.filter(({ state }) => state === 'failed');
        if (failed.length > 0)
          throw new Error(`${failed.length} files were not stored: ${JSON.stringify(failed[0])}`);
      }
  };
}

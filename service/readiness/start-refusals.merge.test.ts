import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { compileCache } from '@labroom/testing/compile-cache.ts';
import { freePort } from '@labroom/testing/free-port.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { createOwnedDatabase } from '@labroom/testing/test-database.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, expect, test } from 'vitest';
import { announceProcess } from './running-processes.ts';

const service = await openTestService();
const dataDir = await mkdtemp(join(tmpdir(), 'labroom-start-'));
afterAll(() => rm(dataDir, { recursive: true }));
const secret = () => randomBytes(32).toString('base64');

async function start(variables: Record<string, string>, limits = '') {
  const program = join(import.meta.dirname, '../main.ts');
  const child = spawn('sh', ['-c', `${limits} exec "${process.execPath}" "${program}"`], {
    env: {
      ...compileCache,
      DATABASE_URL: service.databaseUrl,
      DATA_DIR: service.dataDir,
      RPC_URL: requireStack('rpcUrl'),
      SERVICE_PORT: String(await freePort()),
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { child, complaint: text(child.stderr), ended: once(child, 'exit') };
}

/** The output of a start that ends by itself. */
async function refusal(variables: Record<string, string>) {
  const { child, complaint, ended } = await start(variables);
  child.stdout.resume();
  const [code] = await ended;
  return { code, complaint: await complaint };
}

/** The warnings of a start, up to the line that says that it listens. */
async function warningsOf(variables: Record<string, string>, limits?: string): Promise<string[]> {
  const { child, ended } = await start(variables, limits);
  const warnings: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    const { level, msg } = JSON.parse(line) as { level: number; msg: string };
    if (level === 40) warnings.push(msg);
    if (msg.startsWith('Server listening')) break;
  }
  child.kill('SIGTERM');
  child.stdout.resume();
  await ended;
  return warnings;
}

test('another secret than that of a running process is refused; one that knows it is not', async () => {
  const [running, other] = [secret(), secret()];
  const { secrets } = service.context;
  await using _ = await announceProcess({ ...service.context, secrets });
  const { code, complaint } = await refusal({ SERVICE_SECRET: other });
  expect([code, complaint]).toEqual([
    1,
    expect.stringContaining('SERVICE_SECRET: another running process has another secret'),
  ]);
  for (const value of [running, other]) expect(complaint).not.toContain(value);
});

test.each([
  ['an hour ahead', 3_600_000, '3600 seconds ahead of'],
  ['an hour behind', -3_600_000, '3600 seconds behind'],
])('outside local, a clock %s of that of the database is refused', async (_, aheadMs, told) => {
  const database = await createOwnedDatabase();
  const { code, complaint } = await refusal({
    LABROOM_ENVIRONMENT: 'staging',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SERVICE_URL: 'http://127.0.0.1:4000',
    WEB_URL: 'http://127.0.0.1:3000',
    SERVICE_SECRET: secret(),
    KMS_MASTER_KEY: secret(),
    X402_PAY_TO_ADDRESS: privateKeyToAddress(generatePrivateKey()),
    X402_FACILITATOR_URL: 'https://facilitator.example.org',
    CLOCK_AHEAD_MS: String(aheadMs),
    NODE_OPTIONS: `--import=${join(import.meta.dirname, '../../testing/skewed-clock.ts')}`,
  });
  expect([code, complaint]).toEqual([
    1,
    expect.stringContaining(`The clock of this machine is ${told} the clock of the database (DATABASE_URL).`),
  ]);
  await database.drop();
});

test('a store that does not answer, and too few descriptors, are told at the start, which goes on', async () => {
  const warnings = await warningsOf(
    {
      S3_BUCKET: 'labs',
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'not a secret',
    },
    'ulimit -n 500;',
  );
  expect(warnings).toEqual(
    expect.arrayContaining([
      'S3_ENDPOINT: nothing listens at the address of the store.',
      expect.stringMatching(/^This process may open 500 files and connections only\. Raise LimitNOFILE/),
    ]),
  );
});

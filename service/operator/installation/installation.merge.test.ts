import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { compileCache } from '@labroom/testing/compile-cache.ts';
import { depth } from '@labroom/testing/depth.ts';
import { freePort } from '@labroom/testing/free-port.ts';
import { indexChain } from '@labroom/testing/index-chain.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { createOwnedDatabase } from '@labroom/testing/test-database.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '#platform/config/env.ts';
import { migrate } from '#platform/db/migrate.ts';
import { openDatabase } from '#platform/db/open-database.ts';
import { installation, masterKeys } from '#platform/db/tables/installation.ts';
import { labs } from '#platform/db/tables/labs.ts';
import { LocalKms } from '#platform/kms/local-kms.ts';
import { bindInstallation, compareInstallation } from './installation.ts';

const service = await openTestService({ insertsRows: true });
await registeredLab(service);
const ownKey = service.context.kms.keyName;

const otherKey = randomBytes(32);
const otherKeyName = new LocalKms([otherKey]).keyName;

/** Runs a program of the service to its end, with the environment of `service` and these changes. */
async function run(program: string, args: string[], variables: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../..', program), ...args], {
    env: {
      ...compileCache,
      DATABASE_URL: service.databaseUrl,
      DATA_DIR: service.dataDir,
      RPC_URL: requireStack('rpcUrl'),
      SERVICE_PORT: String(await freePort()),
      LOG_LEVEL: 'silent',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, output, complaint };
}
const refusal = (problem: string) => ({
  code: 1,
  output: '',
  complaint: `The configuration has a problem:\n  ${problem}\n`,
});

const production = () => ({
  LABROOM_ENVIRONMENT: 'production',
  SERVICE_URL: 'https://api.example.org',
  WEB_URL: 'https://example.org',
  SERVICE_SECRET: randomBytes(32).toString('base64'),
  KMS_MASTER_KEY: randomBytes(32).toString('base64'),
  X402_PAY_TO_ADDRESS: privateKeyToAddress(generatePrivateKey()),
  X402_FACILITATOR_URL: 'https://facilitator.example.org',
});

const programs: [string, string[]][] = [
  ['worker.ts', []],
  ['main.ts', []],
  ['operator/main.ts', ['check']],
  ['operator/main.ts', ['list-credentials']],
];

// Each starts a program. The checks themselves are tested below.
const deeply = depth.everyVariant ? programs : [];

test.each(depth.everyVariant ? programs : programs.slice(0, 1))(
  '%s %j rejects the database of another environment, naming both',
  async (program, args) => {
    expect(await run(program, args, production())).toEqual(
      refusal(
        'DATABASE_URL: the database belongs to environment local (chain 31337), but LABROOM_ENVIRONMENT is production (chain 8453).',
      ),
    );
  },
);

describe.each(deeply)('%s %j', (program, args) => {
  test('rejects another master key, naming both', async () => {
    const { code, complaint } = await run(program, args, { KMS_MASTER_KEY: otherKey.toString('base64') });
    expect(code).toBe(1);
    expect(complaint).toContain(
      `DATABASE_URL: the database needs the master key ${ownKey}, but this process has ${otherKeyName} (KMS_MASTER_KEY, or `,
    );
  });

  test('rejects a data directory without the master key, and creates none in it', async () => {
    const dataDir = join(service.dataDir, randomBytes(4).toString('hex'));
    await mkdir(dataDir);
    const { code, complaint } = await run(program, args, { DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(complaint).toContain(
      `needs the master key ${ownKey}, but this process has none (KMS_MASTER_KEY, or `,
    );
    expect(existsSync(join(dataDir, 'kms-master-key'))).toBe(false);
  });
});

test.each(deeply.length > 0 ? ['main.ts', 'worker.ts'] : [])(
  '%s rejects a node of another chain, naming both',
  async (program) => {
    const node = createServer(async (request, response) => {
      const { id } = JSON.parse(await text(request));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: '0x1' }));
    });
    await once(node.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
    expect(await run(program, [], { RPC_URL: url })).toEqual(
      refusal('RPC_URL: the node serves chain 1, but local is on chain 31337'),
    );
    node.close();
  },
);

test.each(deeply.slice(0, 1))('a mistyped DATA_DIR is reported, and nothing is created', async () => {
  const nowhere = join(service.dataDir, 'typo');
  expect(await run('operator/main.ts', ['check'], { DATA_DIR: nowhere })).toEqual(
    refusal(`DATA_DIR: the directory ${nowhere} does not exist; start the service once to create it`),
  );
  const { code, output, complaint } = await run('../scripts/labroom.ts', ['check'], {
    DATABASE_URL: '',
    DATA_DIR: nowhere,
  });
  expect({ code, output }).toEqual({ code: 1, output: '' });
  expect(complaint).toMatch(
    /^There is no database: \S+typo\/postgres\/data does not exist\. Set DATA_DIR .*\n$/,
  );
  expect(existsSync(nowhere)).toBe(false);
  // Also when a first start was interrupted before it created the database.
  await mkdir(join(nowhere, 'postgres'), { recursive: true });
  const interrupted = { DATABASE_URL: '', DATA_DIR: nowhere };
  expect((await run('../scripts/labroom.ts', ['check'], interrupted)).code).toBe(1);
  expect(await readdir(join(nowhere, 'postgres'))).toEqual([]);
});

test('of processes that start at once on an empty database with different keys, one binds it', async () => {
  const database = await createOwnedDatabase();
  await migrate(database.url);
  const context = { ...service.context, db: openDatabase(database.url) };
  const others = Array.from({ length: 5 }, () => new LocalKms([randomBytes(32)]));
  const starts = await Promise.allSettled(others.map((kms) => bindInstallation({ ...context, kms })));
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await context.db.$count(masterKeys)).toBe(1);
  await context.db.$client.end();
  await database.drop();
});

test('a start warns when the secret of the start before is not among its own', async () => {
  const { context } = service;
  const startWith = (...names: [string, ...string[]]) =>
    bindInstallation({ ...context, secrets: { ...context.secrets, secretNames: names } });
  await startWith('old');
  expect(await startWith('new', 'old')).toEqual([]);
  expect(await startWith('new')).toEqual([]);
  expect(await startWith('another')).toEqual([
    expect.stringMatching(/^SERVICE_SECRET: the secret of the last start is not among those of this process/),
  ]);
  await bindInstallation(context);
});

test('a database without a recorded installation is bound only by a process that can open its keys', async () => {
  const { context } = service;
  await registeredLab(service);
  await context.db.delete(masterKeys);
  await context.db.delete(installation);
  const wrong = { ...context, kms: new LocalKms([otherKey]) };
  await expect(bindInstallation(wrong)).rejects.toThrow(
    `do not open in local with the master key ${otherKeyName}`,
  );
  const elsewhere = { ...context, config: { ...context.config, environment: 'staging' as const } };
  await expect(bindInstallation(elsewhere)).rejects.toThrow('do not open in staging');
  expect(await compareInstallation(context.db, context)).toBeNull();

  expect(await bindInstallation(context)).toEqual([]);
  expect(await bindInstallation(context)).toEqual([]);
  const [row] = await context.db.select().from(installation);
  expect(row).toMatchObject({ environment: 'local', chainId: 31337 });
  expect((await context.db.select().from(masterKeys)).map(({ name }) => name)).toEqual([ownKey]);
});

test('a database of another version of the local contracts is rejected, and it is said how to begin anew', async () => {
  const { context } = service;
  const { accessResolver, labNft } = context.config.chain.contracts;
  const contracts = { labNft: labNft.toLowerCase(), accessResolver: '0x01' };
  const { requireSame } = await import('./installation.ts');
  await expect(
    requireSame('The database', { environment: 'local', chainId: 31337, contracts }, [], context),
  ).rejects.toThrow(
    `The database was made by a version with other contracts (accessResolver 0x01, and not ${accessResolver.toLowerCase()}), so its labs would not be shown. Start that version, or begin anew with another DATA_DIR.`,
  );
});

test('another contract is rejected outside local, naming both', async () => {
  const { context } = service;
  const config = { ...context.config, environment: 'staging' as const };
  const row = { environment: 'staging', chainId: 31337, contracts: { labNft: '0x01' } };
  const { requireSame } = await import('./installation.ts');
  await expect(requireSame('The database', row, [], { ...context, config })).rejects.toThrow(
    `The database belongs to labNft 0x01, but this process uses ${config.chain.contracts.labNft.toLowerCase()}.`,
  );
});

describe('a restore', () => {
  const keys: [string, () => Record<string, string>, () => string][] = [
    ['with another master key', () => ({ KMS_MASTER_KEY: otherKey.toString('base64') }), () => otherKeyName],
    ['without a master key', () => ({}), () => 'none'],
  ];

  test.each(keys.slice(0, depth.everyVariant ? undefined : 1))(
    '%s reports the missing key, writes nothing and creates no key',
    async (_, variables, has) => {
      const to = join(service.dataDir, 'backups', randomBytes(4).toString('hex'));
      expect(await run('operator/main.ts', ['backup', '--to', to])).toMatchObject({ code: 0 });
      const database = await createOwnedDatabase();
      const dataDir = join(service.dataDir, randomBytes(4).toString('hex'));
      await mkdir(dataDir);
      const { code, complaint } = await run('operator/main.ts', ['restore', '--from', to], {
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        ...variables(),
      });
      expect(code).toBe(1);
      expect(complaint).toContain(
        `--from: the backup needs the master key ${ownKey}, but this process has ${has()} (`,
      );
      const found = await readdir(dataDir, { recursive: true });
      expect(found.filter((name) => /key|secret|files\//.test(name))).toEqual([]);
      await database.drop();
    },
  );

  test.each(deeply.slice(0, 1))('with the key restores the installation', async () => {
    await indexChain(service.context);
    const to = join(service.dataDir, 'backups', randomBytes(4).toString('hex'));
    expect(await run('operator/main.ts', ['backup', '--to', to])).toMatchObject({ code: 0 });
    const database = await createOwnedDatabase();
    const own = { DATABASE_URL: database.url };
    expect(await run('operator/main.ts', ['check'], own)).toMatchObject({
      code: 3,
      output: 'No service has used this database yet.\n',
    });
    expect(await run('operator/main.ts', ['restore', '--from', to], own)).toMatchObject({ code: 0 });
    expect(await run('operator/main.ts', ['check'], own)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^No faults found\.$/m),
    });
    await database.drop();
  });
});

test('the errors are configuration errors, which programs print without a stack', async () => {
  const wrong = { ...service.context, kms: new LocalKms([otherKey]) };
  await expect(bindInstallation(wrong)).rejects.toBeInstanceOf(ConfigurationError);
  expect(await service.context.db.$count(labs)).toBeGreaterThan(0);
});

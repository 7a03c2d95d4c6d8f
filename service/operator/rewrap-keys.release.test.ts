import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { startKmsEndpoint } from '@labroom/testing/aws-kms-endpoint.ts';
import { compileCache } from '@labroom/testing/compile-cache.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { decryptDataKey, encryptFor } from '@labroom/testing/test-encryption.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { dataKeyContext } from '#core/keys/data-key.ts';
import { announceProcess } from '#readiness/running-processes.ts';
import { dataKeys } from '../platform/db/tables/files.ts';
import { masterKeys } from '../platform/db/tables/installation.ts';
import { runCommand } from './operator.fixture.ts';

vi.setConfig({ testTimeout: 180_000 });

vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
const aws = await startKmsEndpoint();
afterAll(() => aws.stop());

const localKey = () => randomBytes(32).toString('base64');
type Variables = Record<string, string>;

const rewrap = (of: Pick<TestService, 'context' | 'databaseUrl'>) => runCommand(of, 'rewrap-keys');

const moves: [string, () => { from: Variables; both: Variables; to: Variables }][] = [
  [
    'a local key to another',
    () => {
      const [from, to] = [localKey(), localKey()];
      return {
        from: { KMS_MASTER_KEY: from },
        both: { KMS_MASTER_KEY: `${to},${from}` },
        to: { KMS_MASTER_KEY: to },
      };
    },
  ],
  [
    'a local key to AWS',
    () => {
      const from = { KMS_MASTER_KEY: localKey() };
      const to = { AWS_KMS_KEY_ID: randomUUID(), AWS_KMS_ENDPOINT: aws.endpoint };
      return { from, both: { ...from, ...to }, to };
    },
  ],
  [
    'AWS to a local key',
    () => {
      const [id, to] = [randomUUID(), { KMS_MASTER_KEY: localKey() }];
      const endpoint = { AWS_KMS_ENDPOINT: aws.endpoint };
      const from = { AWS_KMS_KEY_ID: id, ...endpoint };
      return { from, both: { ...to, AWS_KMS_PREVIOUS_KEY_ID: id, ...endpoint }, to };
    },
  ],
  [
    'one AWS key to another',
    () => {
      const [id, AWS_KMS_KEY_ID] = [randomUUID(), randomUUID()];
      const endpoint = { AWS_KMS_ENDPOINT: aws.endpoint };
      const to = { AWS_KMS_KEY_ID, ...endpoint };
      return { from: { AWS_KMS_KEY_ID: id, ...endpoint }, both: { ...to, AWS_KMS_PREVIOUS_KEY_ID: id }, to };
    },
  ],
];

test.each(moves)(
  'from %s: every key opens at any moment, and the old one is not needed afterwards',
  async (_, move) => {
    const { from, both, to } = move();
    const before = await startTestService({ variables: from });
    const place = { databaseUrl: before.databaseUrl, dataDir: before.dataDir };
    const start = (variables: Variables) => startTestService({ place, variables });
    const lab = await registeredLab(before);
    const { ciphertext, encryptionMetadata } = await encryptFor(before, lab, 'plain');
    const said = { accessLevel: 'ADMIN', encryptionMetadata };
    await uploadFile(before, lab, ciphertext, { path: 'bound', ...said });
    const issued = await encryptFor(before, lab, 'not bound yet');
    const keyOf = async (service: TestService, filePath = 'bound') =>
      (await decryptDataKey(service, lab, { filePath })).plaintextDEK;
    const key = await keyOf(before);
    await using running = await announceProcess(before.context);

    // As soon as one process wraps with the new key, a process needs both keys.
    const during = await start(both);
    for (const alone of [from, to]) await expect(start(alone)).rejects.toThrow('needs the master key');
    expect([await keyOf(before), await keyOf(during)]).toEqual([key, key]);

    const names = [before, during].map(({ context }) => context.kms.keyName);
    const early = await rewrap(during);
    expect(early.code).toBe(1);
    expect(early.output).toContain('data keys: 2, of them 2 rewrapped');
    expect(early.output).toContain('DID keys: 3, of them 3 rewrapped');
    expect(early.output).toContain(`Running processes that still wrap under ${names[0]}: 1.`);
    expect(early.output).not.toContain('not needed any more');
    await expect(start(to)).rejects.toThrow('needs the master key');
    // The old process wraps a key meanwhile.
    const late = await encryptFor(before, lab, 'late');

    await running[Symbol.asyncDispose]();
    const { code, output } = await rewrap(during);
    expect(output).toContain('data keys: 3, of them 1 rewrapped');
    expect(output).toContain(`${names[0]} is not needed any more`);
    expect(code).toBe(0);
    expect((await rewrap(during)).output).toContain('data keys: 3, of them 0 rewrapped');
    expect((await during.context.db.select().from(masterKeys)).map(({ name }) => name)).toEqual([names[1]]);

    const after = await start(to);
    expect(await keyOf(after)).toBe(key);
    // A key issued before the rotation can still be bound by the wrap that its client has.
    for (const [path, secret] of Object.entries({ issued, late })) {
      const { encryptionMetadata } = secret;
      await uploadFile(after, lab, secret.ciphertext, { path, accessLevel: 'ADMIN', encryptionMetadata });
      expect(await keyOf(after, path)).toMatch(/./);
    }
    await expect(start(from)).rejects.toThrow('needs the master key');
    for (const service of [after, during, before]) await service.stop();
  },
);

describe('an interruption', () => {
  const [from, to] = [localKey(), localKey()];
  let service: TestService;
  beforeAll(async () => {
    const before = await startTestService({ variables: { KMS_MASTER_KEY: from } });
    const { db, kms } = before.context;
    const rows = Array.from({ length: 2_000 }, async () => {
      const row = { keyId: randomUUID(), issuedTo: '0x01' };
      const { wrapped } = await kms.generateDataKey(dataKeyContext('local', row));
      return { ...row, wrapHash: randomBytes(32).toString('hex'), wrappedKey: wrapped };
    });
    await db.insert(dataKeys).values(await Promise.all(rows));
    service = before;
  });
  afterAll(() => service.stop());

  test('with SIGKILL loses nothing, and the next run continues', async () => {
    const variables = { KMS_MASTER_KEY: `${to},${from}` };
    const place = { databaseUrl: service.databaseUrl, dataDir: service.dataDir };
    const during = await startTestService({ place, variables });
    const underNew = async () => {
      const wraps = await during.context.db.select().from(dataKeys);
      const opened = await Promise.allSettled(
        wraps.map((row) =>
          during.context.kms.current.unwrapDataKey(row.wrappedKey, dataKeyContext('local', row)),
        ),
      );
      return opened.filter(({ status }) => status === 'fulfilled').length;
    };
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), 'rewrap-keys'], {
      env: {
        ...compileCache,
        DATABASE_URL: service.databaseUrl,
        DATA_DIR: service.dataDir,
        RPC_URL: requireStack('rpcUrl'),
        ...variables,
      },
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    while ((await underNew()) === 0) if (child.exitCode !== null) break;
    child.kill('SIGKILL');
    await exited;
    const done = await underNew();
    expect(done).toBeGreaterThan(0);

    const { code, output } = await rewrap(during);
    expect(output).toContain(`data keys: 2000, of them ${2_000 - done} rewrapped`);
    expect(code).toBe(0);
    expect(await underNew()).toBe(2_000);
  });

  test('a key that does not open is named, and the old master key is still needed', async () => {
    const variables = { KMS_MASTER_KEY: `${localKey()},${to}` };
    const place = { databaseUrl: service.databaseUrl, dataDir: service.dataDir };
    const during = await startTestService({ place, variables });
    const [row] = await during.context.db.select().from(dataKeys).limit(1);
    const damaged = Buffer.from(row?.wrappedKey ?? []);
    damaged[60] = (damaged[60] ?? 0) ^ 1;
    await during.context.db.execute(
      `update data_keys set wrapped_key = '\\x${damaged.toString('hex')}' where wrap_hash = '${row?.wrapHash}'`,
    );
    const { code, output } = await rewrap(during);
    expect(code).toBe(1);
    expect(output).toContain(`data keys: ${row?.wrapHash} does not open: `);
    expect(output).toContain('The old master keys are still needed.');
    expect(await during.context.db.$count(masterKeys)).toBe(2);
  });
});

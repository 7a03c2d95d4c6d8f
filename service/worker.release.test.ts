import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { compileCache } from '@labroom/testing/compile-cache.ts';
import { watchedLog } from '@labroom/testing/log-watch.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { mintLab } from '@labroom/testing/test-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { labOwners } from './platform/db/tables/chain.ts';
import { objectDeletions } from './platform/db/tables/files.ts';

describe('the worker process', () => {
  let service: TestService;
  let owner: TestWallet;
  const started: ChildProcess[] = [];

  beforeAll(async () => {
    service = await startTestService();
    owner = await fundedWallet();
  });
  afterAll(() => service.stop());
  afterEach(async () => {
    for (const child of started.splice(0))
      if (child.exitCode === null && child.signalCode === null) await end(child, 'SIGKILL');
  });

  function start(environment: Record<string, string> = {}) {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'worker.ts')], {
      env: {
        ...compileCache,
        DATABASE_URL: service.databaseUrl,
        RPC_URL: requireStack('rpcUrl'),
        DATA_DIR: service.dataDir,
        LOG_LEVEL: 'debug',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(child);
    const { lines, until, write } = watchedLog();
    for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', write);
    return { child, lines, until };
  }
  async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<unknown[]> {
    const exit = once(child, 'exit');
    child.kill(signal);
    return exit;
  }
  async function holderOf(oclId: string): Promise<string | undefined> {
    const [row] = await service.context.db.select().from(labOwners).where(eq(labOwners.oclId, oclId));
    return row?.holder;
  }

  test('continues after SIGKILL, with everything that was acknowledged', async () => {
    const keys = Array.from({ length: 250 }, (_, at) => `files/object-${at}`);
    for (const key of keys) {
      await service.context.storage.put({ key, contentType: 'text/plain', body: Buffer.from(key) });
    }
    await service.context.db.insert(objectDeletions).values(keys.map((objectKey) => ({ objectKey })));
    const before = await mintLab(owner);
    const first = start();
    await Promise.all([first.until('"job":"delete-objects"'), first.until('blocks indexed')]);
    await end(first.child, 'SIGKILL');

    const after = await mintLab(owner);
    const second = start();
    await second.until('blocks indexed');
    await expect.poll(() => service.context.db.$count(objectDeletions), { timeout: 30_000 }).toBe(0);
    for (const key of keys) expect(await service.context.storage.head(key)).toBeNull();
    await expect.poll(() => holderOf(after.oclId), { timeout: 30_000 }).toBe(owner.address.toLowerCase());
    expect(await holderOf(before.oclId)).toBe(owner.address.toLowerCase());
    expect(await end(second.child, 'SIGTERM')).toEqual([0, null]);
    expect(second.lines.at(-1)).toContain('worker stopped');
  });

  test('of two with clocks ten minutes apart, one follows the chain, and the other takes over when it is killed', async () => {
    const wrongBy = (aheadMs: number) => ({
      CLOCK_AHEAD_MS: String(aheadMs),
      NODE_OPTIONS: `--import=${path.join(import.meta.dirname, '../testing/skewed-clock.ts')}`,
    });
    const fast = start(wrongBy(300_000));
    await fast.until('"msg":"indexing"');
    const slow = start(wrongBy(-300_000));
    await slow.until('worker started');
    const first = await mintLab(owner);
    await expect.poll(() => holderOf(first.oclId), { timeout: 30_000 }).toBe(owner.address.toLowerCase());
    expect(slow.lines.some((line) => line.includes('blocks indexed'))).toBe(false);

    await end(fast.child, 'SIGKILL');
    const second = await mintLab(owner);
    await slow.until('blocks indexed');
    await expect.poll(() => holderOf(second.oclId), { timeout: 30_000 }).toBe(owner.address.toLowerCase());
  });

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'exits with 0 on %s, even while its node is down',
    async (signal) => {
      const worker = start({ RPC_URL: 'http://127.0.0.1:1' });
      await worker.until('indexing interrupted');
      expect(await end(worker.child, signal)).toEqual([0, null]);
      expect(worker.lines.at(-1)).toContain('worker stopped');
    },
  );

  test('reports configuration problems in one sentence', async () => {
    const worker = start({ DATABASE_URL: 'mysql://elsewhere' });
    const [code] = await once(worker.child, 'close');
    expect(code).toBe(1);
    expect(worker.lines).toEqual([
      'The configuration has a problem:',
      '  DATABASE_URL: must be a postgres:// URL',
    ]);
  });

  test('logs no credential of database or node, even when both fail', async () => {
    const worker = start({ RPC_URL: 'http://127.0.0.1:1/v2/key-of-the-node' });
    await worker.until('indexing interrupted', 2);
    await end(worker.child, 'SIGTERM');
    const lines = worker.lines.join('\n');
    expect(lines).not.toContain(new URL(service.databaseUrl).password);
    expect(lines).not.toContain('key-of-the-node');
  });
});

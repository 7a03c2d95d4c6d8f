import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer as createServerOfSockets } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { compileCache } from '@labroom/testing/compile-cache.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { post } from '@labroom/testing/test-client.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { GracefulShutdown } from './graceful-shutdown.ts';
import { createServer } from './server.ts';

const LABS = '{ labs { totalCount } }';

const service = await openTestService();

const releases: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(releases.splice(0).map((release) => release())));

/** Blocks every read of labs until released. */
async function blockLabs(): Promise<() => Promise<void>> {
  const { $client: pool } = service.context.db;
  const client = await pool.connect();
  await client.query('begin; lock table labs in access exclusive mode');
  let isHeld = true;
  const release = async () => {
    if (!isHeld) return;
    isHeld = false;
    await client.query('rollback');
    client.release();
  };
  releases.push(release);
  return release;
}

/** Resolves when a statement waits for labs. */
async function untilBlocked(): Promise<void> {
  const waiting = `select 1 from pg_locks where not granted and relation = 'labs'::regclass
    and database = (select oid from pg_database where datname = current_database())`;
  // A page of labs and its count may both wait.
  await expect
    .poll(async () => (await service.context.db.$client.query(waiting)).rowCount)
    .toBeGreaterThan(0);
}

describe('SIGTERM', () => {
  test('lets running requests end, makes /ready return 503 meanwhile, and exits with 0', async () => {
    const replica = await service.startReplica();
    const at = { url: replica.url, credential: service.credential };
    await expect.poll(async () => (await fetch(`${replica.url}/ready`)).status).toBe(200);
    const release = await blockLabs();
    const underWay = post(at, LABS);
    await untilBlocked();

    replica.process.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${replica.url}/ready`)).status).toBe(503);
    expect(await (await fetch(`${replica.url}/ready`)).json()).toMatchObject({
      status: 'stopping',
      database: true,
    });
    expect((await fetch(`${replica.url}/health`)).status).toBe(200);
    const late = await post(at, '{ __typename }');
    expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);

    await release();
    expect((await underWay).body).toEqual({ data: { labs: { totalCount: 0 } } });
    expect(await replica.exited).toBe(0);
    await expect(fetch(`${replica.url}/health`)).rejects.toThrow();
  });

  test('sent again interrupts nothing: a running request still gets its response', async () => {
    const replica = await service.startReplica();
    const at = { url: replica.url, credential: service.credential };
    const release = await blockLabs();
    const underWay = post(at, LABS);
    await untilBlocked();
    replica.process.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${replica.url}/ready`)).status).toBe(503);
    for (const signal of ['SIGTERM', 'SIGTERM'] as const) replica.process.kill(signal);
    expect((await fetch(`${replica.url}/health`)).status).toBe(200);
    await release();
    expect((await underWay).body).toEqual({ data: { labs: { totalCount: 0 } } });
    expect(await replica.exited).toBe(0);
  });

  test('after Ctrl-C, a second Ctrl-C ends the process at once', async () => {
    const replica = await service.startReplica();
    await blockLabs();
    const underWay = post({ url: replica.url, credential: service.credential }, LABS).catch(() => 'cut');
    await untilBlocked();
    replica.process.kill('SIGINT');
    await expect.poll(async () => (await fetch(`${replica.url}/ready`)).status).toBe(503);
    replica.process.kill('SIGINT');
    expect(await replica.exited).toBe(130);
    expect(await underWay).toBe('cut');
  });

  test.each(['main.ts', 'worker.ts'])('during the start of %s ends it with 0', async (program) => {
    // A database that accepts a connection and never responds, so the start waits.
    const silent = createServerOfSockets();
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const child = spawn(process.execPath, [join(import.meta.dirname, '..', program)], {
      env: { ...compileCache, DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/x`, DATA_DIR: service.dataDir },
      stdio: 'inherit',
    });
    const exited = once(child, 'exit');
    const [socket] = await once(silent, 'connection');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    socket.destroy();
    silent.close();
  });

  test.each(['main.ts', 'worker.ts'])('a used port ends %s, with a one-sentence error', async (program) => {
    const taken = new URL(service.url).port;
    const { DATABASE_URL, RPC_URL } = { DATABASE_URL: service.databaseUrl, RPC_URL: requireStack('rpcUrl') };
    const name = program === 'main.ts' ? 'SERVICE_PORT' : 'METRICS_PORT';
    const child = spawn(process.execPath, [join(import.meta.dirname, '..', program)], {
      env: {
        ...compileCache,
        DATABASE_URL,
        RPC_URL,
        DATA_DIR: service.dataDir,
        LOG_LEVEL: 'silent',
        [name]: taken,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(code).toBe(1);
    expect(said).toBe(
      `The configuration has a problem:\n  ${name}: 127.0.0.1:${taken}: another program uses this port\n`,
    );
  });

  test('ends an idle process at once, whatever connections are open', async () => {
    const replica = await service.startReplica();
    await post({ url: replica.url, credential: service.credential }, LABS);
    replica.process.kill('SIGTERM');
    expect(await replica.exited).toBe(0);
  });
});

describe('a shutdown', () => {
  async function listening() {
    const shutdown = new GracefulShutdown();
    const config = { ...service.context.config, logLevel: 'silent' as const };
    const app = await createServer({ ...service.context, config }, { shutdown });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    return { app, shutdown, at: { url, credential: service.credential } };
  }

  test('closes what has not ended within its time limit', async () => {
    const { app, shutdown, at } = await listening();
    await blockLabs();
    const underWay = post(at, LABS).then(
      () => 'answered',
      () => 'cut',
    );
    await untilBlocked();
    await shutdown.run(app, { delayMs: 0, boundMs: 50 });
    expect(await underWay).toBe('cut');
  });

  test('serves requests during the delay for load balancers', async () => {
    const { app, shutdown, at } = await listening();
    const hour = 3_600_000;
    const ended = shutdown.run(app, { delayMs: hour, boundMs: hour }).then(() => null);
    expect((await Promise.race([ended, post(at, LABS)]))?.status).toBe(200);
    await app.close();
  });
});

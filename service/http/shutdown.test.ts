import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { post } from '../testing/test-client.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { GracefulShutdown } from './graceful-shutdown.ts';
import { createServer } from './server.ts';

const LABS = '{ labs { totalCount } }';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const releases: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(releases.splice(0).map((release) => release())));

/** Keeps every read of labs waiting until released. */
async function holdLabs(): Promise<() => Promise<void>> {
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
async function untilHeld(): Promise<void> {
  const waiting = `select 1 from pg_locks where not granted and relation = 'labs'::regclass
    and database = (select oid from pg_database where datname = current_database())`;
  // A page of labs and its count may wait side by side.
  await expect
    .poll(async () => (await service.context.db.$client.query(waiting)).rowCount)
    .toBeGreaterThan(0);
}

describe('SIGTERM', () => {
  test('lets a request that is under way end, tells balancers meanwhile, and exits with 0', async () => {
    const replica = await service.startReplica();
    const at = { url: replica.url, credential: service.credential };
    expect((await fetch(`${replica.url}/ready`)).status).toBe(200);
    const release = await holdLabs();
    const underWay = post(at, LABS);
    await untilHeld();

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

  test('cuts what has not ended by its bound', async () => {
    const { app, shutdown, at } = await listening();
    await holdLabs();
    const underWay = post(at, LABS).then(
      () => 'answered',
      () => 'cut',
    );
    await untilHeld();
    await shutdown.run(app, { delayMs: 0, boundMs: 50 });
    expect(await underWay).toBe('cut');
  });

  test('goes on serving for as long as balancers need', async () => {
    const { app, shutdown, at } = await listening();
    const hour = 3_600_000;
    const ended = shutdown.run(app, { delayMs: hour, boundMs: hour }).then(() => null);
    expect((await Promise.race([ended, post(at, LABS)]))?.status).toBe(200);
    await app.close();
  });
});

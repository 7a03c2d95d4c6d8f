import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import type { ServiceContext } from '#core/context/context.ts';
import packageJson from '#package.json' with { type: 'json' };
import { commit } from '#platform/process/version.ts';
import { announceProcess } from '#readiness/running-processes.ts';
import { healthRoutes } from './health-routes.ts';

let service: TestService;

/** A service whose search index is loaded. */
async function start(options?: Parameters<typeof startTestService>[0]): Promise<void> {
  service = await startTestService(options);
  await service.context.searchIndex.load();
}
afterEach(() => service.stop());

const ready = async () => {
  const response = await fetch(`${service.url}/ready`);
  return { code: response.status, body: await response.json() };
};

/** What is there when nothing is missing. */
const all = {
  database: true,
  search: true,
  space: true,
  clock: true,
  secret: true,
  chain: true,
  storage: true,
  descriptors: true,
  problems: [],
};

test('all dependencies respond', async () => {
  await start();
  expect(await ready()).toEqual({ code: 200, body: { status: 'ready', ...all } });
  expect(await (await fetch(`${service.url}/health`)).json()).toEqual({
    status: 'ok',
    version: packageJson.version,
    commit,
  });
});

test('an unreachable node or storage is reported, and the process stays ready', async () => {
  const storage = {
    answers: () => Promise.reject(new Error('away')),
  } as unknown as ServiceContext['storage'];
  await start({ rpcUrl: 'http://127.0.0.1:1', overrides: { storage } });
  expect(await ready()).toEqual({
    code: 200,
    body: {
      status: 'ready',
      ...all,
      chain: false,
      storage: false,
      problems: [
        'RPC_URL: the node does not answer, so nothing is written and no key is released.',
        'DATA_DIR: the disk failed.',
      ],
    },
  });
});

test('a node of another chain is reported as a fault', async () => {
  await start();
  const app = Fastify();
  const chain = { ...service.context.chain, chainId: 8453 as const };
  healthRoutes(app, { ...service.context, chain }, { hasBegun: false });
  expect((await app.inject('/ready')).json()).toMatchObject({ status: 'ready', chain: false, storage: true });
  await app.close();
});

test('a removed directory counts as an unreachable storage', async () => {
  await start();
  await rm(join(service.dataDir, 'objects'), { recursive: true });
  expect((await ready()).body).toMatchObject({
    status: 'ready',
    storage: false,
    problems: ['DATA_DIR: the directory of the objects is missing.'],
  });
});

test('a process with another secret on the same database is reported to anybody who asks', async () => {
  await start();
  const secrets = { secretNames: ['another'] as const };
  await using _ = await announceProcess({ ...service.context, secrets });
  expect(await ready()).toMatchObject({
    code: 200,
    body: {
      status: 'ready',
      secret: false,
      problems: [expect.stringMatching(/^SERVICE_SECRET: another running process/)],
    },
  });
});

test('without its database the service is not ready', async () => {
  const db = { execute: () => Promise.reject(new Error('away')) } as unknown as ServiceContext['db'];
  await start();
  const app = Fastify();
  healthRoutes(app, { ...service.context, db }, { hasBegun: false });
  const response = await app.inject('/ready');
  expect([response.statusCode, response.json()]).toEqual([
    503,
    {
      status: 'unavailable',
      ...all,
      database: false,
      // Nobody else knows.
      space: null,
      clock: null,
      secret: null,
      problems: ['DATABASE_URL: the database does not answer, so nothing can be served.'],
    },
  ]);
  await app.close();
});

test('a process is not ready before its search index is loaded', async () => {
  await start();
  const app = Fastify();
  const loading = Promise.withResolvers<void>();
  const searchIndex = { load: () => loading.promise } as unknown as ServiceContext['searchIndex'];
  healthRoutes(app, { ...service.context, searchIndex }, { hasBegun: false });
  const before = await app.inject('/ready');
  expect([before.statusCode, before.json()]).toMatchObject([503, { status: 'unavailable', search: false }]);
  loading.resolve();
  const after = await app.inject('/ready');
  expect([after.statusCode, after.json()]).toMatchObject([200, { status: 'ready', search: true }]);
  await app.close();
});

test('concurrent requests share one check, so nobody can overload the dependencies', async () => {
  await start();
  let asked = 0;
  const storage = {
    answers: async () => {
      asked += 1;
    },
  } as unknown as ServiceContext['storage'];
  const app = Fastify();
  healthRoutes(app, { ...service.context, storage }, { hasBegun: false });
  const answers = await Promise.all(Array.from({ length: 50 }, () => app.inject('/ready')));
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(asked).toBeLessThanOrEqual(2);
  await app.close();
});

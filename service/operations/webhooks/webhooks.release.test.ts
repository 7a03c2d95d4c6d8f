import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { compileCache } from '@labroom/testing/compile-cache.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { resultOf } from '@labroom/testing/test-client.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, test } from 'vitest';
import { appendToFeed } from '#core/feed/write-feed.ts';
import type { LabTransaction } from '#platform/db/lab-transaction.ts';

const labCount = 20;
const eventsPerLab = 500;
/** Of all requests. Half of these fail before the event is kept, half after it. */
const failureRate = 0.1;
const killEveryMs = 15_000;
/** Changes per second: 10,000 in about three minutes. */
const perSecond = 60;

interface Arrival {
  id: string;
  oclId: string;
  cursor: number;
  path: string;
  delayMs: number;
}

const started = new Set<ChildProcess>();
const service = await openTestService();
const labs: RegisteredLab[] = [];
for (let at = 0; at < labCount; at += 1) labs.push(await registeredLab(service));
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
});

function startWorker(): ChildProcess {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../../worker.ts')], {
    env: {
      ...compileCache,
      DATABASE_URL: service.databaseUrl,
      RPC_URL: requireStack('rpcUrl'),
      DATA_DIR: service.dataDir,
      LOG_LEVEL: 'warn',
    },
    stdio: 'ignore',
  });
  started.add(child);
  return child;
}

async function startReceiver(secretOf: () => string) {
  const kept: Arrival[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const headers = request.headers as Record<string, string>;
    const luck = Math.random();
    if (luck < failureRate / 2) return response.writeHead(503).end();
    const { data } = new Webhook(secretOf()).verify(body, headers) as {
      data: {
        id: string;
        cursor: string;
        oclId: string;
        activity: { entry: { path: string; systemTime: string } };
      };
    };
    const { path, systemTime } = data.activity.entry;
    const delayMs = Date.now() - Date.parse(systemTime);
    kept.push({
      id: headers['webhook-id'] ?? '',
      oclId: data.oclId,
      cursor: Number(data.cursor),
      path,
      delayMs,
    });
    if (luck < failureRate) return request.socket.destroy();
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { kept, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

async function write(oclId: string, name: string): Promise<void> {
  const file = {
    ref: `did:odf:${name}`,
    path: name,
    tags: [],
    description: null,
    version: 1,
    accessLevel: 'PUBLIC',
    categories: [],
    contentType: 'text/plain',
    contentHash: 'sha256:00',
    contentText: null,
  };
  await service.context.db.transaction((tx) =>
    appendToFeed(tx as LabTransaction, oclId, { kind: 'FILE_ADDED', changeBy: '0x01', file }),
  );
}

test('10,000 events reach a receiver that fails at random, from workers that are killed every 15 seconds: each at least once, in order per lab', {
  timeout: 900_000,
}, async () => {
  let secret = '';
  const { kept, server, url } = await startReceiver(() => secret);
  const created = await resultOf(
    service,
    'mutation($url: String!) { createWebhook(url: $url, filter: FILE) { secret error { code } } }',
    { url },
  );
  secret = created.secret;

  const wanted = labCount * eventsPerLab;
  const arrived = new Set<string>();
  let kills = 0;
  const isDone = () => {
    for (const { id } of kept.slice(arrived.size)) arrived.add(id);
    return new Set(kept.map(({ id }) => id)).size >= wanted;
  };
  const killing = (async () => {
    while (!isDone()) {
      const worker = startWorker();
      await pause(killEveryMs);
      if (isDone()) return;
      const exit = once(worker, 'exit');
      worker.kill('SIGKILL');
      await exit;
      started.delete(worker);
      kills += 1;
    }
  })();
  const start = Date.now();
  for (let turn = 0; turn < eventsPerLab; turn += 1) {
    await Promise.all(labs.map(({ oclId }) => write(oclId, `${oclId.slice(-6)}/${turn}.txt`)));
    const due = start + (1_000 * (turn + 1) * labCount) / perSecond;
    await pause(Math.max(0, due - Date.now()));
  }
  await killing;

  // In order: what was kept of a lab ascends, but for repetitions of the last one.
  for (const { oclId } of labs) {
    const cursors = kept.filter((one) => one.oclId === oclId).map(({ cursor }) => cursor);
    const firsts = [...new Set(cursors)];
    expect(firsts).toHaveLength(eventsPerLab);
    expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
    const paths = [...new Set(kept.filter((one) => one.oclId === oclId).map(({ path }) => path))];
    expect(paths).toEqual(
      Array.from({ length: eventsPerLab }, (_, turn) => `${oclId.slice(-6)}/${turn}.txt`),
    );
  }
  const byId = new Map(kept.toReversed().map((one) => [one.id, one]));
  expect(byId.size).toBe(wanted);
  expect(new Set([...byId.values()].map(({ cursor }) => cursor)).size).toBe(wanted);
  const delays = [...byId.values()].map(({ delayMs }) => delayMs).sort((a, b) => a - b);
  const median = delays[Math.floor(delays.length / 2)] ?? Number.POSITIVE_INFINITY;
  console.log({
    wanted,
    received: kept.length,
    kills,
    medianMs: median,
    p95Ms: delays[Math.floor(delays.length * 0.95)],
    worstMs: delays.at(-1),
  });
  expect(kills).toBeGreaterThan(3);
  expect(median).toBeLessThanOrEqual(5_000);
  server.closeAllConnections();
  server.close();
});

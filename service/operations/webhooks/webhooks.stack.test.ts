import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { watchedLog } from '@labroom/testing/log-watch.ts';
import { ask, reasonOf, resultOf } from '@labroom/testing/test-client.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { announce, deleteFile, uploadFile } from '@labroom/testing/test-upload.ts';
import { sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createConsumerCredential } from '#auth/consumer-credential.ts';
import { polling } from '#platform/jobs/waiter.ts';
import { runWebhooks } from '#worker/deliver-webhooks.ts';
import { numberEvents } from '../activity/number-events.ts';
import { forgetDeliveries, queueDeliveries, recordDelivery, recordFailure } from './delivery-store.ts';
import type { WebhookRow } from './webhook-store.ts';

const FIELDS =
  'id url oclId filter failingSince disabledAt waiting deliveries(limit: 200) { eventCursor status failure attempts deliveredAt }';
const CREATE = `mutation($url: String!, $oclId: String, $filter: LabActivityFilter) {
  createWebhook(url: $url, oclId: $oclId, filter: $filter) { webhook { ${FIELDS} } secret error { code details } } }`;
const LIST = `query($oclId: String) { webhooks(oclId: $oclId) { ${FIELDS} } }`;
const REPLAY = `mutation($id: String!, $oclId: String, $after: String!) {
  replayWebhook(id: $id, oclId: $oclId, after: $after) { error { code details } } }`;
const ROTATE = `mutation($id: String!, $oclId: String) {
  rotateWebhookSecret(id: $id, oclId: $oclId) { secret error { code details } } }`;
const DELETE = `mutation($id: String!, $oclId: String) { deleteWebhook(id: $id, oclId: $oclId) { error { code details } } }`;

interface Received {
  id: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  event: { id: string; cursor: string; oclId: string };
}

/** An endpoint that keeps what it gets; `answer` decides the status. */
async function startReceiver() {
  const received: Received[] = [];
  const state = { answer: (_: Received, response: ServerResponse): unknown => response.writeHead(204).end() };
  const server: Server = createServer(async (request: IncomingMessage, response) => {
    const body = await text(request);
    const headers = request.headers as Record<string, string>;
    const one = {
      id: headers['webhook-id'] ?? '',
      path: request.url ?? '',
      headers,
      body,
      event: JSON.parse(body).data,
    };
    received.push(one);
    state.answer(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { received, state, url: `http://127.0.0.1:${port}`, server };
}

let running: { stop(): Promise<void> };
const service = await openTestService();
const [lab, other] = [await registeredLab(service), await registeredLab(service)];
const receiver = await startReceiver();
startSending();
function startSending() {
  const stopping = new AbortController();
  const ended = runWebhooks(service.context, watchedLog().log, stopping.signal, {
    wait: polling(50),
    retryMs: 50,
  });
  running = {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
afterAll(async () => {
  await running.stop();
  receiver.server.closeAllConnections();
  receiver.server.close();
});
afterEach(async () => {
  await service.context.db.execute(sql`delete from webhooks`);
  receiver.received.length = 0;
  receiver.state.answer = (_, response) => response.writeHead(204).end();
});

const create = async (variables: object, token?: string) =>
  resultOf(service, CREATE, { url: receiver.url, ...variables }, token);
const list = async (oclId?: string, token?: string) => (await ask(service, LIST, { oclId }, token)).webhooks;
async function numberAll() {
  while ((await numberEvents(service.context)).more);
}
async function upload(author: RegisteredLab, ...paths: string[]) {
  for (const path of paths) await uploadFile(service, author, 'bytes', { path });
  await numberAll();
}
const until = (count: number) =>
  expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count);

test('an owner adds a webhook; it gets the events of the lab, signed as the reference library verifies', async () => {
  await numberAll();
  const { webhook, secret, error } = await create({ oclId: lab.oclId }, lab.token);
  expect(error).toBeNull();
  expect(webhook).toMatchObject({ oclId: lab.oclId, waiting: 0, disabledAt: null, filter: null });
  await upload(lab, 'a.txt');
  await upload(other, 'other.txt');
  await announce(service, lab);
  await numberAll();
  await until(2);
  const messages = receiver.received.map(({ body, headers }) => new Webhook(secret).verify(body, headers));
  expect(messages).toMatchObject([
    {
      type: 'file.added',
      timestamp: expect.any(String),
      data: { oclId: lab.oclId, activity: { entry: { path: 'a.txt' } } },
    },
    { type: 'announcement', data: { activity: { announcement: { headline: 'News' } } } },
  ]);
  expect(receiver.received.map(({ id, event }) => id === event.id)).toEqual([true, true]);
  const [{ body, headers }] = receiver.received as [Received];
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
  await expect.poll(async () => (await list(lab.oclId, lab.token))[0].waiting).toBe(0);
  expect((await list(lab.oclId, lab.token))[0].deliveries).toMatchObject([
    { status: 204, attempts: 1 },
    { status: 204, attempts: 1 },
  ]);
});

test('a consumer gets the events of all labs that pass its filter; others do not see its webhook', async () => {
  const { webhook } = await create({ filter: 'ANNOUNCEMENT' });
  await upload(lab, 'b.txt');
  for (const author of [lab, other]) await announce(service, author);
  await numberAll();
  await until(2);
  expect(new Set(receiver.received.map(({ event }) => event.oclId))).toEqual(
    new Set([lab.oclId, other.oclId]),
  );
  const { credential } = await createConsumerCredential(service.context.db, 'labroom_local', 'another');
  const peer = { url: service.url, credential };
  expect((await ask(peer, LIST)).webhooks).toEqual([]);
  expect(reasonOf(await resultOf(peer, DELETE, { id: webhook.id }))).toBe('WEBHOOK_NOT_FOUND');
  expect(reasonOf(await resultOf(service, DELETE, { id: webhook.id, oclId: lab.oclId }, lab.token))).toBe(
    'WEBHOOK_NOT_FOUND',
  );
  const web = await createConsumerCredential(service.context.db, 'labroom_local', 'web', {
    namesVisitors: true,
  });
  const visitor = { url: service.url, credential: web.credential };
  expect(reasonOf(await resultOf(visitor, CREATE, { url: receiver.url }))).toBe('CREDENTIAL_SCOPE');
});

test('the events of a lab keep their order although some fail at first; other labs do not wait', async () => {
  await create({});
  const failed = new Set<string>();
  receiver.state.answer = ({ id, event }, response) => {
    const fails = event.oclId === lab.oclId && !failed.has(id);
    if (fails) failed.add(id);
    response.writeHead(fails ? 503 : 200).end();
  };
  const before = receiver.received.length;
  await upload(lab, ...Array.from({ length: 4 }, (_, at) => `order/${at}.txt`));
  await upload(other, 'quick.txt');
  await expect
    .poll(() => new Set(receiver.received.slice(before).map(({ id }) => id)).size, { timeout: 30_000 })
    .toBe(5);
  await expect.poll(async () => (await list())[0].waiting, { timeout: 20_000 }).toBe(0);
  const ofLab = receiver.received.filter(({ event }) => event.oclId === lab.oclId).map(({ id }) => id);
  // Each was sent twice, the second time before the next.
  expect(ofLab).toEqual([...new Set(ofLab)].flatMap((id) => [id, id]));
  expect((await list())[0]).toMatchObject({ failingSince: null });
});

test('a replay sends the events after a position again, with the same ids', async () => {
  const { webhook } = await create({ oclId: lab.oclId }, lab.token);
  await upload(lab, 'replay/1.txt', 'replay/2.txt');
  await until(2);
  const first = receiver.received.map(({ id }) => id);
  const [{ event }] = receiver.received as [Received];
  const variables = { id: webhook.id, oclId: lab.oclId, after: event.cursor };
  expect((await resultOf(service, REPLAY, variables, lab.token)).error).toBeNull();
  await until(3);
  expect(receiver.received.map(({ id }) => id)).toEqual([...first, first[1]]);
  const beyond = await resultOf(service, REPLAY, { ...variables, after: '999999999' }, lab.token);
  expect(reasonOf(beyond)).toBe('INVALID_CURSOR');
});

test('after a rotation messages have signatures of both secrets, of three never', async () => {
  const created = await create({ oclId: lab.oclId }, lab.token);
  const variables = { id: created.webhook.id, oclId: lab.oclId };
  const secrets = [created.secret];
  for (let turn = 0; turn < 2; turn += 1)
    secrets.push((await resultOf(service, ROTATE, variables, lab.token)).secret);
  await upload(lab, 'rotated.txt');
  await until(1);
  const [{ body, headers }] = receiver.received as [Received];
  expect(() => new Webhook(secrets[0]).verify(body, headers)).toThrow();
  for (const secret of secrets.slice(1)) new Webhook(secret).verify(body, headers);
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
});

test('an endpoint that is gone, or at which nothing succeeds for days, is disabled, and its owner is told', async () => {
  const { webhook } = await create({ oclId: lab.oclId }, lab.token);
  receiver.state.answer = (_, response) => response.writeHead(410).end();
  await upload(lab, 'gone.txt');
  const state = async () => (await list(lab.oclId, lab.token))[0];
  await expect.poll(async () => (await state()).disabledAt, { timeout: 10_000 }).not.toBeNull();
  const { nodes } = await resultOf(service, '{ inbox { nodes { kind oclId } } }', {}, lab.token);
  expect(nodes[0]).toEqual({ kind: 'WEBHOOK_DISABLED', oclId: lab.oclId });

  receiver.state.answer = (_, response) => response.writeHead(500).end();
  const [{ event }] = receiver.received as [Received];
  const again = { id: webhook.id, oclId: lab.oclId, after: String(Number(event.cursor) - 1) };
  await resultOf(service, REPLAY, again, lab.token);
  await expect.poll(async () => (await state()).failingSince, { timeout: 10_000 }).not.toBeNull();
  expect((await state()).disabledAt).toBeNull();
  await service.context.db.execute(sql`update webhooks set failing_since = now() - interval '6 days'`);
  await expect.poll(async () => (await state()).disabledAt, { timeout: 20_000 }).not.toBeNull();
});

test('an endpoint that does not answer delays no other, and a redirect is a failure', async () => {
  const slow = await startReceiver();
  slow.state.answer = () => undefined;
  await create({ url: slow.url });
  const moved = await startReceiver();
  moved.state.answer = (_, response) => response.writeHead(302, { location: receiver.url }).end();
  await create({ url: moved.url });
  await create({});
  await upload(lab, 'slow.txt');
  await until(1);
  await expect.poll(async () => (await list())[1].deliveries[0]?.status, { timeout: 10_000 }).toBe(302);
  expect(receiver.received).toHaveLength(1);
  for (const { server } of [slow, moved]) {
    server.closeAllConnections();
    server.close();
  }
});

test('an event whose delivery could not be recorded is sent again with the same id, and the next after it', async () => {
  const { db } = service.context;
  await create({ oclId: lab.oclId }, lab.token);
  await db.execute(sql`create sequence failures`);
  await db.execute(sql`create function fail_twice() returns trigger language plpgsql as $$
    begin if nextval('failures') <= 2 then raise 'the database is gone'; end if; return new; end $$`);
  await db.execute(
    sql`create trigger fail_twice before update on webhook_deliveries for each row execute function fail_twice()`,
  );
  await upload(lab, 'twice/1.txt', 'twice/2.txt');
  await until(4);
  await db.execute(sql`drop trigger fail_twice on webhook_deliveries`);
  const ids = receiver.received.map(({ id }) => id);
  expect(ids).toEqual([ids[0], ids[0], ids[0], ids[3]]);
  expect(ids[3]).not.toBe(ids[0]);
});

test('what waits for an endpoint is bounded, and so are the webhooks', async () => {
  const { db } = service.context;
  await numberAll();
  const { webhook } = await create({ url: 'http://127.0.0.1:9/' });
  await db.execute(sql`
    insert into event_log (number, kind, ocl_id, event)
    select (select max(number) from event_log) + n, 'ONCHAIN', ${lab.oclId},
      json_build_object('chainId', 1, 'blockHash', '0x', 'logIndex', n) from generate_series(1, 3000) n`);
  const waiting = async () => (await list())[0].waiting;
  // The worker adds too, and holds the row of the webhook while it does.
  await expect.poll(waiting, { timeout: 30_000 }).toBe(1_000);
  await queueDeliveries(db);
  expect(await waiting()).toBe(1_000);
  await db.execute(sql`update webhook_deliveries set delivered_at = now() where webhook_id = ${webhook.id}`);
  await forgetDeliveries(db);
  const [{ kept }] = (
    await db.execute<{ kept: number }>(sql`
    select count(*)::int as kept from webhook_deliveries where webhook_id = ${webhook.id} and delivered_at is not null`)
  ).rows as [{ kept: number }];
  expect(kept).toBe(100);
  const results = await Promise.all(
    Array.from({ length: 12 }, () => create({ oclId: lab.oclId }, lab.token)),
  );
  expect(results.filter(({ error }) => error).map(reasonOf)).toEqual([
    'TOO_MANY_WEBHOOKS',
    'TOO_MANY_WEBHOOKS',
  ]);
  await db.execute(sql`delete from event_log where event ->> 'blockHash' = '0x'`);
});

test.each(['delivered', 'failed'])(
  'an event that is %s is recorded while its webhook is deleted',
  async (outcome) => {
    const { db } = service.context;
    await running.stop();
    const { webhook } = await create({ oclId: lab.oclId }, lab.token);
    await upload(lab, `deleted/${outcome}.txt`);
    while (await queueDeliveries(db));
    const [{ number }] = (
      await db.execute<{ number: number }>(
        sql`select number from webhook_deliveries where webhook_id = ${webhook.id}`,
      )
    ).rows as [{ number: number }];
    let recorded: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      const { rows } = await tx.execute<WebhookRow>(sql`
      select id, wallet, ocl_id as "oclId" from webhooks where id = ${webhook.id} for update`);
      const [row] = rows as [WebhookRow];
      recorded =
        outcome === 'failed'
          ? recordFailure(db, row, number, { status: 500 })
          : recordDelivery(db, webhook.id, number, 200);
      await expect
        .poll(async () => {
          const waiting = sql`select 1 from pg_locks where not granted and pid <> pg_backend_pid()`;
          return (await db.execute(waiting)).rows.length;
        })
        .toBeGreaterThan(0);
      // Otherwise the two would wait for each other.
      await tx.execute(
        sql`select 1 from webhook_deliveries where webhook_id = ${webhook.id} for update nowait`,
      );
      await tx.execute(sql`delete from webhooks where id = ${webhook.id}`);
    });
    await recorded;
    startSending();
  },
);

test.each(['ftp://lab.example/', 'https://user:secret@lab.example/', 'https://lab.example/#part', 'lab'])(
  '%s is refused',
  async (url) => {
    expect(reasonOf(await create({ url }))).toBe('INVALID_WEBHOOK_URL');
  },
);

test('the secret is stored wrapped, and deleted with its webhook', async () => {
  const { webhook, secret } = await create({ oclId: lab.oclId }, lab.token);
  const dump = await service.context.db.execute(
    sql`select w::text || s::text as row from webhooks w, webhook_secrets s`,
  );
  const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
  for (const text of [secret, bytes.toString('hex'), bytes.toString('base64')])
    expect(JSON.stringify(dump.rows)).not.toContain(text);
  await resultOf(service, DELETE, { id: webhook.id, oclId: lab.oclId }, lab.token);
  expect((await service.context.db.execute(sql`select from webhook_secrets`)).rowCount).toBe(0);
  await deleteFile(service, lab, 'a.txt');
});

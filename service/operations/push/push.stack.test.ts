import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { signIn } from '@labroom/testing/actors.ts';
import { watchedLog } from '@labroom/testing/log-watch.ts';
import { newBrowserPush } from '@labroom/testing/test-browser-push.ts';
import { ask, reasonOf, resultOf } from '@labroom/testing/test-client.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService, startTestService } from '@labroom/testing/test-service.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { listen } from '@labroom/testing/transports/listen.ts';
import { sql } from 'drizzle-orm';
import { importJWK, jwtVerify } from 'jose';
import { afterAll, afterEach, expect, test } from 'vitest';
import webPush from 'web-push';
import { notify } from '#core/notices/notify.ts';
import { polling } from '#platform/jobs/waiter.ts';
import { runPushes } from '#worker/send-pushes.ts';

const SET = `mutation($endpoint: String!, $keys: PushKeysInput) {
  setNoticePush(endpoint: $endpoint, keys: $keys) { endpoints error { code message details } } }`;
const SETTINGS = '{ noticeSettings { pushKey pushEndpoints } }';
const vapid = webPush.generateVAPIDKeys();

interface Received {
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

const received: Received[] = [];
/** What the push service answers. */
let status = 201;
const stopping = new AbortController();
const pushService = await listen(
  createServer(async (request, response) => {
    const headers = request.headers as Record<string, string>;
    received.push({ path: request.url ?? '', headers, body: await buffer(request) });
    response.writeHead(status).end();
  }),
);
const service = await openTestService({
  variables: { VAPID_PRIVATE_KEY: vapid.privateKey, VAPID_CONTACT: 'mailto:operator@labroom.example' },
});
const lab = await registeredLab(service);
// Two processes: each message is sent by one of them.
const run = () =>
  runPushes(service.context, watchedLog().log, stopping.signal, { wait: polling(20), retryMs: 20 });
const ended = Promise.all([run(), run()]);
afterAll(async () => {
  stopping.abort();
  await ended;
  await pushService.close();
});
afterEach(async () => {
  await service.context.db.execute(sql`delete from push_subscriptions`);
  received.length = 0;
  status = 201;
});

const set = (token: string, variables: object) => resultOf(service, SET, variables, token);
const endpointsOf = async (token: string) =>
  (await ask(service, SETTINGS, {}, token)).noticeSettings.pushEndpoints;

async function newReader() {
  const wallet = await fundedWallet();
  return { wallet: wallet.address.toLowerCase(), token: (await signIn(service, wallet)).token };
}
async function newBrowser(token: string) {
  const push = newBrowserPush();
  const endpoint = `${pushService.url}/${randomUUID()}`;
  expect((await set(token, { endpoint, keys: push.keys })).error).toBeNull();
  return { ...push, endpoint };
}
const tell = (wallet: string, ...paths: string[]) =>
  service.context.db.transaction(async (tx) => {
    for (const path of paths)
      await notify(tx, [wallet], {
        kind: 'COMMENTED',
        oclId: lab.oclId,
        subject: { path },
        key: randomUUID(),
      });
  });
async function receive(count: number): Promise<Received[]> {
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(count);
  return received;
}
async function waiting(): Promise<number> {
  const { rowCount } = await service.context.db.execute(sql`select from notice_pushes`);
  return rowCount ?? 0;
}

test('a browser gets the newest notice, encrypted for it and signed with the key of the service', async () => {
  const reader = await newReader();
  const browser = await newBrowser(reader.token);
  await tell(reader.wallet, 'a.csv', 'folder/b.csv');
  const [message] = (await receive(1)) as [Received];
  const title = `Lab #${lab.tokenId}`;
  expect(browser.read(message.body)).toEqual({
    title: 'Labroom',
    body: `commented on "folder/b.csv" in ${title}\nand 1 more`,
  });
  expect(message.body.includes('folder')).toBe(false);
  expect(() => newBrowserPush().read(message.body)).toThrow();
  expect(message.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });

  const [, jwt = '', k] = /^vapid t=([^,]+), k=(.+)$/.exec(message.headers.authorization ?? '') ?? [];
  const { pushKey } = (await ask(service, SETTINGS, {}, reader.token)).noticeSettings;
  expect([k, pushKey]).toEqual([vapid.publicKey, vapid.publicKey]);
  const point = Buffer.from(vapid.publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256');
  await jwtVerify(jwt, key, { audience: pushService.url, subject: 'mailto:operator@labroom.example' });
  await expect.poll(waiting).toBe(0);
});

test('a browser shows the notices of the last wallet that added it, until it is removed', async () => {
  const [ada, ben] = [await newReader(), await newReader()];
  const browser = await newBrowser(ada.token);
  expect(await endpointsOf(ben.token)).toEqual([]);
  expect((await set(ben.token, { endpoint: browser.endpoint })).endpoints).toEqual([]);
  expect(await endpointsOf(ada.token)).toEqual([browser.endpoint]);
  await set(ben.token, { endpoint: browser.endpoint, keys: browser.keys });
  expect(await endpointsOf(ada.token)).toEqual([]);
  await tell(ada.wallet, 'of-ada.csv');
  expect(await waiting()).toBe(0);
  await tell(ben.wallet, 'of-ben.csv');
  const [message] = (await receive(1)) as [Received];
  expect(browser.read(message.body).body).toContain('of-ben.csv');
  expect((await set(ben.token, { endpoint: browser.endpoint })).endpoints).toEqual([]);
  await tell(ben.wallet, 'later.csv');
  expect(await waiting()).toBe(0);
});

test.each([404, 410])('a push service that answers %i ends the subscription', async (gone) => {
  const reader = await newReader();
  await newBrowser(reader.token);
  status = gone;
  await tell(reader.wallet, 'a.csv');
  await expect.poll(() => endpointsOf(reader.token), { timeout: 10_000 }).toEqual([]);
  expect(received).toHaveLength(1);
});

test('a failed message is sent again, and a browser that takes nothing for days is removed', async () => {
  const { db } = service.context;
  const reader = await newReader();
  const browser = await newBrowser(reader.token);
  status = 503;
  await tell(reader.wallet, 'a.csv');
  await receive(1);
  status = 201;
  // The failure may not be recorded yet; then this has no effect, and the next attempt is due in two seconds.
  await db.execute(sql`update push_subscriptions set due_at = now() where failing_since is not null`);
  const again = (await receive(2)).at(-1) as Received;
  expect(browser.read(again.body).body).toContain('a.csv');
  await expect.poll(waiting).toBe(0);
  status = 503;
  await db.execute(
    sql`update push_subscriptions set failing_since = now() - interval '6 days', due_at = now()`,
  );
  await tell(reader.wallet, 'b.csv');
  await expect.poll(() => endpointsOf(reader.token), { timeout: 10_000 }).toEqual([]);
});

test('a message that could not be recorded as sent is sent again', async () => {
  const { db } = service.context;
  const reader = await newReader();
  await newBrowser(reader.token);
  await db.execute(sql`create sequence push_failures`);
  await db.execute(sql`create function fail_push_once() returns trigger language plpgsql as $$
    begin if nextval('push_failures') <= 1 then raise 'the database is gone'; end if; return old; end $$`);
  await db.execute(sql`create trigger fail_push_once before delete on notice_pushes
    for each row execute function fail_push_once()`);
  await tell(reader.wallet, 'a.csv');
  await receive(2);
  await expect.poll(waiting).toBe(0);
  await db.execute(sql`drop trigger fail_push_once on notice_pushes`);
});

test('a wallet has ten browsers, and a further one replaces the oldest', async () => {
  const { token } = await newReader();
  const browsers = [];
  for (let at = 0; at < 11; at += 1) browsers.push((await newBrowser(token)).endpoint);
  expect(await endpointsOf(token)).toEqual(browsers.slice(1));
});

const { keys } = newBrowserPush();
test.each([
  ['an endpoint that is no URL', { endpoint: 'browser', keys }],
  ['an endpoint with a password', { endpoint: 'https://a:b@push.example/1', keys }],
  [
    'a public key that is no point',
    { endpoint: 'https://push.example/1', keys: { ...keys, p256dh: 'B'.repeat(87) } },
  ],
  ['a short secret', { endpoint: 'https://push.example/1', keys: { ...keys, auth: 'AAAA' } }],
])('%s is rejected', async (_, variables) => {
  expect(reasonOf(await set(lab.token, variables))).toBe('INVALID_PUSH_SUBSCRIPTION');
});

test('beyond local an endpoint is a public address', async () => {
  const staging = await startTestService({ environment: 'staging' });
  const { token } = await signIn(staging, await fundedWallet());
  for (const endpoint of ['http://push.example/1', 'https://127.0.0.1/1', 'https://[::1]/1'])
    expect(reasonOf(await resultOf(staging, SET, { endpoint, keys }, token))).toBe(
      'INVALID_PUSH_SUBSCRIPTION',
    );
  const off = await resultOf(staging, SET, { endpoint: 'https://push.example/1', keys }, token);
  expect(reasonOf(off)).toBe('PUSH_NOT_CONFIGURED');
  await staging.stop();
});

import { randomUUID } from 'node:crypto';
import { ask, type Proof, post, refusalOf } from '@labroom/testing/test-client.ts';
import { as, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService, type Peer } from '@labroom/testing/test-service.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { count, eq, isNull, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createConsumerCredential } from '../auth/consumer-credential.ts';
import { forgetKeys } from '../graphql/idempotency-key-store.ts';
import { announcements } from '../platform/db/tables/activity.ts';
import { idempotencyKeys } from '../platform/db/tables/idempotency-keys.ts';
import { leases } from '../platform/db/tables/leases.ts';
import { labTodos } from '../platform/db/tables/plans.ts';
import { forgetIdempotencyKeys } from '../worker/forget-idempotency-keys.ts';

const ANNOUNCE = `mutation($oclId: String!, $headline: String!) {
  createAnnouncement(oclId: $oclId, headline: $headline, body: "None.") { message error { code message requestId details } }
}`;
const WEBHOOK = `mutation($oclId: String!) {
  createWebhook(oclId: $oclId, url: "https://hooks.example.org/") { secret error { code message details } }
}`;
const DATA_KEY = 'mutation { generateDataEncryptionKey { plaintextDEK error { code } } }';

const service = await openTestService();
const other = await service.startPeer();
const lab = await registeredLab(service);

const keyed = (key: string, token = lab.token): Proof => ({
  'x-service-token': token,
  'idempotency-key': key,
});
const announce = (key: string, headline: string, { url }: Pick<Peer, 'url'> = service, token?: string) =>
  post({ ...service, url }, ANNOUNCE, { oclId: lab.oclId, headline }, keyed(key, token));
async function announced(headline: string): Promise<number> {
  const { db } = service.context;
  const [row] = await db
    .select({ n: count() })
    .from(announcements)
    .where(eq(announcements.headline, headline));
  return row?.n ?? 0;
}
const reasonIn = ({ body }: Awaited<ReturnType<typeof post>>) => body.errors?.[0].errorInfo.reason;

describe('a mutation with an Idempotency-Key', () => {
  test('takes effect once, and the same request gets the first answer again, from any process', async () => {
    const key = randomUUID();
    const first = await announce(key, 'Once');
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null]);
    for (const place of [service, other]) {
      const again = await announce(`"${key}"`, 'Once', place);
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
      expect(again.body).toEqual(first.body);
    }
    expect(await announced('Once')).toBe(1);
  });

  test('takes effect once if it is sent to two processes at the same time', async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => announce(key, 'At once', at % 2 ? other : service)),
    );
    expect(await announced('At once')).toBe(1);
    for (const answer of answers)
      if (answer.status !== 200)
        expect([answer.status, reasonIn(answer)]).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE']);
    expect(
      new Set(answers.filter(({ status }) => status === 200).map(({ body }) => JSON.stringify(body))).size,
    ).toBe(1);
  });

  test('gets the first in-band error again, even if the call would succeed by now', async () => {
    const key = randomUUID();
    const reader = await as(service, lab, await fundedWallet());
    const first = await announce(key, 'Refused', service, reader.token);
    expect(refusalOf(first.body.data.createAnnouncement).code).toBe('UNAUTHORIZED');
    const again = await announce(key, 'Refused', other, reader.token);
    expect(again.body).toEqual(first.body);
  });

  test('is refused with 422 if the key belongs to another request', async () => {
    const key = randomUUID();
    await announce(key, 'The first');
    const second = await announce(key, 'The second');
    expect([second.status, reasonIn(second)]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(await announced('The second')).toBe(0);
  });

  test('is refused with 409 while the first request runs', async () => {
    const { db } = service.context;
    const key = randomUUID();
    const client = await db.$client.connect();
    await client.query('begin');
    await client.query('select from labs where ocl_id = $1 for update', [lab.oclId]);
    const first = announce(key, 'Running');
    await expect.poll(() => db.$count(idempotencyKeys, isNull(idempotencyKeys.answer))).toBe(1);
    const second = await announce(key, 'Running', other);
    await client.query('rollback');
    client.release();
    expect([second.status, reasonIn(second)]).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE']);
    expect(second.headers.get('retry-after')).toBe('1');
    const { body } = await first;
    expect((await announce(key, 'Running', other)).body).toEqual(body);
    expect(await announced('Running')).toBe(1);
  });

  test('does not share its key with another wallet, another consumer or a restricted token', async () => {
    const key = randomUUID();
    const bodies = [await announce(key, 'Mine')];
    const outsider = await as(service, lab, await fundedWallet());
    bodies.push(await announce(key, 'Mine', service, outsider.token));
    const { credential } = await createConsumerCredential(service.context.db, 'labroom_local', 'another');
    const foreign = { url: service.url, credential };
    bodies.push(await post(foreign, ANNOUNCE, { oclId: lab.oclId, headline: 'Mine' }, keyed(key)));
    expect(bodies.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, null, null]);
    expect(await announced('Mine')).toBe(2);
  });

  test('runs again if the first try failed before it changed anything', async () => {
    const key = randomUUID();
    const offline = await service.startPeer({ RPC_URL: 'http://127.0.0.1:9' });
    const failed = await announce(key, 'Second try', offline);
    expect(JSON.stringify(failed.body)).toContain('UPSTREAM_UNAVAILABLE');
    const again = await announce(key, 'Second try');
    expect(again.body.data.createAnnouncement.error).toBeNull();
    expect(await announced('Second try')).toBe(1);
  });

  test('runs again a day later, and the worker deletes what is older', async () => {
    const { db } = service.context;
    const key = randomUUID();
    // A minute more than a day, because the clock of a machine can be set back.
    const age = () =>
      db.update(idempotencyKeys).set({ createdAt: sql`now() - interval '24 hours 1 minute'` });
    await announce(key, 'Daily');
    await age();
    await announce(key, 'Daily');
    expect(await announced('Daily')).toBe(2);
    await age();
    await forgetIdempotencyKeys(service.context);
    expect(await db.$count(idempotencyKeys)).toBe(0);
  });
});

describe('what is stored for a key', () => {
  test('has no secret of the answer in the clear, and gives it again', async () => {
    const key = randomUUID();
    const create = () => ask(service, WEBHOOK, { oclId: lab.oclId }, keyed(key));
    const { createWebhook: first } = await create();
    expect(first).toMatchObject({ secret: expect.stringMatching(/^whsec_/), error: null });
    expect((await create()).createWebhook).toEqual(first);
    const { rows } = await service.context.db.execute(
      sql`select encode(answer, 'escape') as answer from idempotency_keys`,
    );
    expect(JSON.stringify(rows)).not.toContain(first.secret.slice(6, 20));
    expect(JSON.stringify(rows)).not.toContain('createWebhook');
  });

  test('is nothing where the answer must be fresh: keys and URLs are issued anew', async () => {
    const { db } = service.context;
    const before = await db.$count(idempotencyKeys);
    const key = randomUUID();
    const issued = async () =>
      (await ask(service, DATA_KEY, {}, keyed(key))).generateDataEncryptionKey.plaintextDEK;
    expect(await issued()).not.toBe(await issued());
    await ask(service, '{ labs { totalCount } }', {}, keyed(key));
    expect(await db.$count(idempotencyKeys)).toBe(before);
  });

  test('is bounded per caller: the newest keys stay', async () => {
    const { db } = service.context;
    await forgetKeys(db, 0);
    for (const headline of ['Older', 'Newer']) await announce(`key ${headline}`.replace(' ', '-'), headline);
    expect(await forgetKeys(db, 1)).toBe(1);
    await announce('key-Newer', 'Newer');
    expect(await announced('Newer')).toBe(1);
  });
});

describe('a key whose first request ended without an answer that was kept', () => {
  test('has an unknown outcome, says so, and runs nothing', async () => {
    const key = randomUUID();
    await announce(key, 'Lost');
    // The state that a process leaves when it is killed between effect and answer.
    const { db } = service.context;
    await db.update(idempotencyKeys).set({ answer: null, runner: 1 });
    await db
      .insert(leases)
      .values({ name: 'mutations of runner 1', holder: randomUUID(), expiresAt: new Date(0) });
    const again = await announce(key, 'Lost', other);
    expect([again.status, reasonIn(again)]).toEqual([409, 'IDEMPOTENCY_OUTCOME_UNKNOWN']);
    expect(await announced('Lost')).toBe(1);
  });

  test('is what an answer of more than 64 KiB leaves', async () => {
    const list = (of: (at: number) => string) => Array.from({ length: 10 }, (_, at) => of(at)).join(' ');
    const document = `mutation($oclId: String!, $text: String!) {
      ${list((at) => `a${at}: addLabTodo(oclId: $oclId, input: { text: $text }) { ...Long }`)} }
      fragment Long on AddLabTodoResult { todo { ${list((at) => `t${at}: text`)} } }`;
    const variables = { oclId: lab.oclId, text: 'x'.repeat(1_000) };
    const key = randomUUID();
    expect((await post(service, document, variables, keyed(key))).status).toBe(200);
    const again = await post(service, document, variables, keyed(key));
    expect([again.status, reasonIn(again)]).toEqual([409, 'IDEMPOTENCY_OUTCOME_UNKNOWN']);
    expect(await service.context.db.$count(labTodos)).toBe(10);
  });
});

describe('a key', () => {
  const document = `mutation($oclId: String!) { createAnnouncement(oclId: $oclId, headline: "H", body: "B") { message }
    generateDataEncryptionKey { error { code } } }`;
  test.each(['', 'with space', '"', 'é', `"${'k'.repeat(256)}"`])(
    'must be a string: %j is refused',
    async (key) => {
      const refused = await announce(key, 'Malformed').catch(() => null);
      // Characters outside of Latin-1 cannot be sent.
      if (refused) expect([refused.status, reasonIn(refused)]).toEqual([400, 'INVALID_IDEMPOTENCY_KEY']);
      expect(await announced('Malformed')).toBe(0);
    },
  );

  test('cannot stand for mutations of both kinds', async () => {
    const refused = await post(service, document, { oclId: lab.oclId }, keyed(randomUUID()));
    expect([refused.status, reasonIn(refused)]).toEqual([400, 'INVALID_IDEMPOTENCY_KEY']);
  });

  test('is refused by the gateway, before anything is paid', async () => {
    const paid = await fetch(`${service.url}/local/x402/labs/createAnnouncement`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: '{}',
    });
    expect([paid.status, (await paid.json()).errors[0].errorInfo.reason]).toEqual([
      400,
      'INVALID_IDEMPOTENCY_KEY',
    ]);
  });
});

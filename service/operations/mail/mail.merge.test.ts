import { randomUUID } from 'node:crypto';
import { signIn } from '@labroom/testing/actors.ts';
import { watchedLog } from '@labroom/testing/log-watch.ts';
import { ask, reasonOf, resultOf } from '@labroom/testing/test-client.ts';
import { linkIn, startMailServer } from '@labroom/testing/test-mail-server.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService, startTestService } from '@labroom/testing/test-service.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, expect, test } from 'vitest';
import { countUnknownMention, type Notice, notify } from '#core/notices/notify.ts';
import { polling } from '#platform/jobs/waiter.ts';
import { runMail } from '#worker/send-mail.ts';
import { numberEvents } from '../activity/number-events.ts';
import { tellFollowers } from '../follows/tell-followers.ts';
import { dueMails } from './mail-queue.ts';
import { forgetMail } from './mail-store.ts';
import { MailServerError, openMailer } from './open-mailer.ts';

const MAIL = 'mail { address frequency state confirmBy failingSince }';
const SET = `mutation($address: String, $frequency: MailFrequency) {
  setNoticeMail(address: $address, frequency: $frequency) { ${MAIL} message error { code message details } } }`;
const SETTINGS = `{ noticeSettings { sendsMail ${MAIL} } }`;
const FROM = 'notices@labroom.example';

const watched = watchedLog();
const stopping = new AbortController();
let server = await startMailServer();
const service = await openTestService({
  variables: { SMTP_URL: server.url, MAIL_FROM: FROM },
  config: (config) => ({
    ...config,
    mail: config.mail && { ...config.mail, collectSeconds: 0.2, pauseSeconds: 0 },
  }),
});
const lab = await registeredLab(service);
// Two processes: each mail is sent by one of them.
const run = () => runMail(service.context, watched.log, stopping.signal, { wait: polling(20), retryMs: 20 });
const ended = Promise.all([run(), run()]);
afterAll(async () => {
  stopping.abort();
  await ended;
  await server.close();
});
afterEach(async () => {
  await service.context.db.execute(sql`delete from mail_addresses`);
  await service.context.db.execute(sql`delete from mail_confirmations`);
  server.received.length = 0;
  Object.assign(server.state, { recipient: 0, message: 0 });
});

const site = new URL(service.context.config.http.webUrl).host;

/** Mails to an address, once there are that many. */
async function mailsTo(address: string, count: number) {
  const find = () => server.received.filter(({ recipients }) => recipients.includes(address));
  await expect.poll(() => find().length, { timeout: 20_000 }).toBe(count);
  return find();
}
const set = (token: string, variables: object) => resultOf(service, SET, variables, token);
const stored = async (token: string) => (await ask(service, SETTINGS, {}, token)).noticeSettings.mail;
const post = (link: string) =>
  fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });

async function newReader() {
  const wallet = await fundedWallet();
  const address = `${wallet.address.slice(2, 12).toLowerCase()}@reader.example`;
  return {
    wallet: wallet.address.toLowerCase(),
    token: (await signIn(service, wallet)).token,
    address,
  };
}
async function confirmedReader(frequency = 'IMMEDIATE') {
  const reader = await newReader();
  expect((await set(reader.token, { address: reader.address, frequency })).error).toBeNull();
  const [mail] = await mailsTo(reader.address, 1);
  expect((await post(linkIn(mail, '/mail/confirm'))).status).toBe(200);
  server.received.length = 0;
  return reader;
}
/** Writes notices in one transaction. */
const tell = (wallet: string, ...notices: Partial<Notice>[]) =>
  service.context.db.transaction(async (tx) => {
    for (const notice of notices.length > 0 ? notices : [{}])
      await notify(tx, [wallet], {
        kind: 'COMMENTED',
        oclId: lab.oclId,
        subject: { path: 'a.csv', by: lab.wallet.toLowerCase() },
        key: randomUUID(),
        ...notice,
      });
  });
async function waiting(): Promise<number> {
  const { rows } = await service.context.db.execute<{ count: number }>(
    sql`select count(*)::int as count from notice_mails`,
  );
  return rows[0]?.count ?? 0;
}

test('an address is confirmed by the button behind the link of a mail, once, and gets nothing before', async () => {
  const reader = await newReader();
  expect(await set(reader.token, { address: reader.address })).toMatchObject({
    mail: { address: reader.address, frequency: 'IMMEDIATE', state: 'UNCONFIRMED' },
  });
  await tell(reader.wallet);
  expect(await waiting()).toBe(0);
  const [mail] = await mailsTo(reader.address, 1);
  expect(mail?.text).toContain(reader.wallet);
  expect(mail?.header('list-unsubscribe')).toEqual([]);
  const link = linkIn(mail, '/mail/confirm');
  for (const method of ['GET', 'HEAD', 'GET']) expect((await fetch(link, { method })).status).toBe(200);
  expect((await stored(reader.token)).state).toBe('UNCONFIRMED');

  const forged = link.replace(
    /signature=./,
    (start) => `${start.slice(0, -1)}${start.endsWith('A') ? 'B' : 'A'}`,
  );
  expect((await post(forged)).status).toBe(404);
  expect((await post(link.replace('confirm', 'unsubscribe'))).status).toBe(404);
  expect((await post(link)).status).toBe(200);
  expect(await stored(reader.token)).toMatchObject({ state: 'CONFIRMED', confirmBy: null });
  expect((await post(link)).status).toBe(410);
});

test('a link of before does not confirm the next address, and an expired one nothing', async () => {
  const reader = await newReader();
  await set(reader.token, { address: reader.address });
  const former = linkIn((await mailsTo(reader.address, 1))[0], '/mail/confirm');
  await set(reader.token, { address: `next.${reader.address}` });
  const link = linkIn((await mailsTo(`next.${reader.address}`, 1))[0], '/mail/confirm');
  expect((await post(former)).status).toBe(410);
  await service.context.db.execute(sql`update mail_addresses set confirm_by = now() - interval '1 second'`);
  expect((await post(link)).status).toBe(410);
  expect(await stored(reader.token)).toBeNull();
  await forgetMail(service.context.db);
  expect((await service.context.db.execute(sql`select from mail_addresses`)).rowCount).toBe(0);
});

test('notices of a moment are one mail, which says what the inbox says and unsubscribes with one click', async () => {
  const reader = await confirmedReader();
  await tell(
    reader.wallet,
    {},
    { kind: 'MENTIONED', subject: { path: 'folder/b.csv' } },
    { kind: 'ROLE_ENDING', subject: {} },
  );
  const [mail] = await mailsTo(reader.address, 1);
  expect(mail?.subject).toBe(`3 notices from ${site}`);
  const by = `${lab.wallet.slice(0, 6)}…${lab.wallet.slice(-4)}`.toLowerCase();
  for (const line of [
    `- ${by} commented on "a.csv" in Lab #${lab.tokenId}`,
    `- mentioned you in a comment on "folder/b.csv" in Lab #${lab.tokenId}`,
    `- A role ends soon in Lab #${lab.tokenId}`,
    `/inbox`,
  ])
    expect(mail?.text).toContain(line);
  expect(mail).toMatchObject({ from: { address: FROM }, recipients: [reader.address] });
  await expect.poll(waiting).toBe(0);

  const unsubscribe = mail?.header('list-unsubscribe')[0]?.slice(1, -1) ?? '';
  expect(unsubscribe).toBe(linkIn(mail, '/mail/unsubscribe'));
  expect(mail?.header('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click']);
  const page = await fetch(unsubscribe);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form method="post">')]);
  expect((await stored(reader.token)).frequency).toBe('IMMEDIATE');
  expect((await post(unsubscribe)).status).toBe(200);
  expect(await stored(reader.token)).toMatchObject({ frequency: 'OFF', state: 'CONFIRMED' });
  await tell(reader.wallet);
  expect(await waiting()).toBe(0);
  expect((await set(reader.token, { address: reader.address, frequency: 'DAILY' })).mail).toMatchObject({
    frequency: 'DAILY',
    state: 'CONFIRMED',
  });
});

test('a daily digest waits for the morning, and then has everything', async () => {
  const { db } = service.context;
  const reader = await confirmedReader('DAILY');
  await tell(reader.wallet);
  await db.execute(sql`update notice_mails set queued_at = now() - interval '1 minute'`);
  // The minute may contain the morning.
  const isMorning = new Date().getUTCHours() === 7 && new Date().getUTCMinutes() === 0;
  if (!isMorning) expect(await dueMails(db, { collectSeconds: 0, pauseSeconds: 0 })).toEqual([]);
  await tell(reader.wallet, { subject: { path: 'b.csv' } });
  await db.execute(sql`
    update notice_mails set queued_at = now() - interval '1 day' where notice = (select min(notice) from notice_mails)`);
  const [mail] = await mailsTo(reader.address, 1);
  expect(mail?.text).toContain('"a.csv"');
  expect(mail?.text).toContain('"b.csv"');
  await expect.poll(waiting).toBe(0);
});

test('news of what is followed are mailed, and again once they have grown', async () => {
  const reader = await confirmedReader();
  const { context } = service;
  const FOLLOW = 'mutation($input: FollowInput!) { follow(input: $input) { error { code } } }';
  await resultOf(service, FOLLOW, { input: { lab: lab.oclId } }, reader.token);
  for (let at = 0; at < 2; at += 1) {
    await uploadFile(service, lab, 'bytes', { path: `news/${at}.txt` });
    while ((await numberEvents(context)).more);
    while ((await tellFollowers(context)).more);
    expect((await mailsTo(reader.address, at + 1)).at(-1)?.text).toContain(`added "news/${at}.txt"`);
  }
});

test('a mail that the server refuses for now is sent later; one that it rejects ends mail, and the inbox says so', async () => {
  const { db } = service.context;
  const reader = await confirmedReader();
  server.state.recipient = 451;
  await tell(reader.wallet);
  const state = () => stored(reader.token);
  await expect.poll(async () => (await state()).failingSince, { timeout: 10_000 }).not.toBeNull();
  server.state.recipient = 0;
  await db.execute(sql`update mail_addresses set due_at = now()`);
  await mailsTo(reader.address, 1);
  await expect.poll(async () => (await state()).failingSince).toBeNull();

  server.state.message = 554;
  await tell(reader.wallet);
  await expect.poll(async () => (await state()).state, { timeout: 10_000 }).toBe('DISABLED');
  const { nodes } = await resultOf(
    service,
    '{ inbox { nodes { kind oclId lab { name } } } }',
    {},
    reader.token,
  );
  expect(nodes[0]).toEqual({ kind: 'MAIL_DISABLED', oclId: null, lab: null });
  expect(await waiting()).toBe(0);
  server.state.message = 0;
  await tell(reader.wallet);
  expect(await waiting()).toBe(0);
  expect((await set(reader.token, { address: reader.address })).mail.state).toBe('UNCONFIRMED');
  await mailsTo(reader.address, 2);
});

test('an address whose server refuses everything for days is disabled', async () => {
  const { db } = service.context;
  const reader = await confirmedReader();
  server.state.recipient = 450;
  await tell(reader.wallet);
  await expect.poll(async () => (await stored(reader.token)).failingSince).not.toBeNull();
  await db.execute(sql`update mail_addresses set failing_since = now() - interval '6 days', due_at = now()`);
  await expect.poll(async () => (await stored(reader.token)).state, { timeout: 10_000 }).toBe('DISABLED');
});

test('a mail that could not be recorded as sent is sent again, with the same Message-ID', async () => {
  const { db } = service.context;
  const reader = await confirmedReader();
  await db.execute(sql`create sequence mail_failures`);
  await db.execute(sql`create function fail_mail_twice() returns trigger language plpgsql as $$
    begin if nextval('mail_failures') <= 2 then raise 'the database is gone'; end if; return new; end $$`);
  await db.execute(sql`create trigger fail_mail_twice before update of mailed_at on mail_addresses
    for each row execute function fail_mail_twice()`);
  await tell(reader.wallet);
  const mails = await mailsTo(reader.address, 3);
  await expect.poll(waiting).toBe(0);
  await db.execute(sql`drop trigger fail_mail_twice on mail_addresses`);
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
  await tell(reader.wallet);
  const next = (await mailsTo(reader.address, 4)).at(-1);
  expect(next?.messageId).not.toBe(mails[0]?.messageId);
});

test('while the mail server is gone everything waits, and no address fails', async () => {
  const reader = await confirmedReader();
  await server.close();
  await tell(reader.wallet);
  await watched.until('mail interrupted', 2);
  expect(await stored(reader.token)).toMatchObject({ state: 'CONFIRMED', failingSince: null });
  server = await startMailServer({ port: server.port });
  await mailsTo(reader.address, 1);
});

test('names that others chose are in no subject, and add no line, header or recipient', async () => {
  const { db } = service.context;
  const reader = await confirmedReader();
  const name = 'Labroom security: verify at evil.example\r\nBcc: victim@other.example\r\n\r\nBody\u202e';
  await db.execute(sql`update labs set name = ${name} where ocl_id = ${lab.oclId}`);
  await tell(reader.wallet, { subject: { path: 'a\r\n.\r\nRCPT TO:<victim@other.example>' } });
  const [mail] = await mailsTo(reader.address, 1);
  await db.execute(sql`update labs set name = null where ocl_id = ${lab.oclId}`);
  expect(mail?.recipients).toEqual([reader.address]);
  expect(mail?.header('bcc')).toEqual([]);
  expect(mail?.subject).toBe(`1 notice from ${site}`);
  expect(mail?.text?.split('\n')[0]).toContain('commented');
});

test('labs that a wallet does not know are mailed once, without a name, until the wallet has read of them', async () => {
  const { db } = service.context;
  const reader = await confirmedReader();
  const count = (oclId: string) =>
    db.transaction((tx) =>
      countUnknownMention(tx, [reader.wallet], { oclId, by: lab.wallet.toLowerCase(), kind: 'MENTIONED' }),
    );
  await count(lab.oclId);
  const [mail] = await mailsTo(reader.address, 1);
  expect(mail?.subject).toBe(`1 notice from ${site}`);
  expect(mail?.text?.split('\n')[0]).toBe('- A lab you do not know mentioned you');
  for (const other of ['0x01', '0x02', lab.oclId]) await count(other);
  expect(await waiting()).toBe(0);
  await db.execute(sql`update notices set read_at = now() where wallet = ${reader.wallet}`);
  await count('0x03');
  await mailsTo(reader.address, 2);
});

test.each([
  'a@b.example\r\nBcc: c@d.example',
  'a@b.example, c@d.example',
  'A <a@b.example>',
  'a@b',
  '"a b"@c.example',
  'ä@b.example',
  `${'a'.repeat(65)}@b.example`,
  `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.example`,
])('%j is no address, and the error does not quote it', async (address) => {
  const result = await set(lab.token, { address });
  expect(reasonOf(result)).toBe('INVALID_MAIL_ADDRESS');
  expect(JSON.stringify(result)).not.toContain('example');
});

test('confirmations are limited per wallet and, in any spelling and from any wallet, per mailbox', async () => {
  const reader = await newReader();
  const reasons = async (addresses: string[], token?: string) => {
    const results = [];
    for (const address of addresses) results.push(await set(token ?? (await newReader()).token, { address }));
    return results.map((result) => result.error && reasonOf(result));
  };
  const five = Array.from({ length: 6 }, (_, at) => `n${at}.${reader.address}`);
  expect(await reasons(five, reader.token)).toEqual([null, null, null, null, null, 'TOO_MANY_CONFIRMATIONS']);
  expect((await stored(reader.token)).address).toBe(`n4.${reader.address}`);
  const name = reader.address.replace('@reader.example', '');
  const spellings = ['', '+b', '+c', '+d'].map((tag) => `${name}${tag}@reader.example`);
  expect(await reasons([...spellings.slice(0, 3), (spellings[3] ?? '').toUpperCase()])).toEqual([
    null,
    null,
    null,
    'TOO_MANY_CONFIRMATIONS',
  ]);
  const dotted = (await newReader()).address;
  const [local = '', host] = dotted.split('@');
  const inDots = [dotted, `${local[0]}.${local.slice(1)}@${host}`, `${[...local].join('.')}@${host}`];
  expect(await reasons([...inDots, `${local.slice(0, 2)}.${local.slice(2)}+x@${host}`])).toEqual([
    null,
    null,
    null,
    'TOO_MANY_CONFIRMATIONS',
  ]);
});

test('a dotted address is mailed as it was given', async () => {
  const reader = await newReader();
  const address = `a.b.${reader.address}`;
  expect((await set(reader.token, { address })).error).toBeNull();
  expect((await stored(reader.token)).address).toBe(address);
});

test('an address is readable by its wallet alone, and deleted with what waits for it', async () => {
  const [ada, ben] = [await confirmedReader('DAILY'), await newReader()];
  await tell(ada.wallet);
  expect(await waiting()).toBe(1);
  expect(await stored(ben.token)).toBeNull();
  expect(await set(ben.token, {})).toMatchObject({ mail: null, error: null });
  expect((await stored(ada.token)).address).toBe(ada.address);
  expect(await set(ada.token, {})).toMatchObject({ mail: null, error: null });
  expect(await waiting()).toBe(0);
  expect((await service.context.db.execute(sql`select from mail_addresses`)).rowCount).toBe(0);
});

test('without a mail server no address is stored', async () => {
  const plain = await startTestService();
  const { token } = await signIn(plain, await fundedWallet());
  const result = await resultOf(plain, SET, { address: 'a@reader.example' }, token);
  expect(reasonOf(result)).toBe('MAIL_NOT_CONFIGURED');
  expect((await ask(plain, SETTINGS, {}, token)).noticeSettings).toEqual({ sendsMail: false, mail: null });
  await plain.stop();
});

test.each([
  ['without TLS', ['STARTTLS', 'AUTH']],
  ['with a certificate that nobody signed', ['AUTH']],
])('beyond local, nothing is sent to a server %s', async (_, disabledCommands) => {
  const own = await startMailServer({ disabledCommands });
  const mailer = openMailer({
    host: '127.0.0.1',
    port: own.port,
    implicitTls: false,
    requiresTls: true,
    user: undefined,
    password: undefined,
  });
  const mail = { from: FROM, to: 'a@reader.example', messageId: 'a@b.example', subject: 'a', text: 'b' };
  await expect(mailer.send({ ...mail, unsubscribe: null })).rejects.toThrow(MailServerError);
  expect(own.received).toEqual([]);
  mailer.close();
  await own.close();
});

test('no log has an address, and no log of requests a signature', () => {
  const lines = [...service.logLines, ...watched.lines].join('\n');
  expect(lines).toContain('/mail/confirm');
  expect(lines).not.toContain('reader.example');
  expect(lines).not.toContain('signature=');
});

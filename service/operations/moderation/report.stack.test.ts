import { signIn } from '@labroom/testing/actors.ts';
import { post, reasonOf, refusalOf } from '@labroom/testing/test-client.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createConsumerCredential } from '#auth/consumer-credential.ts';
import { runCommand } from '#operator/operator.fixture.ts';
import { forgetReportSources } from '#worker/forget-report-sources.ts';

const service = await openTestService();
const lab = await registeredLab(service);
const { datasetId: ref } = await uploadFile(service, lab, 'x', { path: 'x.txt' });
const REPORT = `mutation($input: ReportInput!) { report(input: $input) { message error { code details message } } }`;
const { db, config } = service.context;

interface Sender {
  credential?: string;
  token?: string;
  visitor?: string;
}

async function send(input: object, { credential = service.credential, token, visitor }: Sender = {}) {
  const headers: Record<string, string> = {
    ...(token && { 'x-service-token': token }),
    ...(visitor && { 'x-visitor-address': visitor }),
  };
  const { body } = await post({ url: service.url, credential }, REPORT, { input }, headers);
  return body.data.report;
}

const ofLab = (more: object = {}) => ({ kind: 'LAB', oclId: lab.oclId, reason: 'SPAM', ...more });
const operator = async (...args: string[]) => (await runCommand(service, ...args)).output;
const open = async () => (await operator('reports')).split('\n').filter(Boolean);
const start = () => db.execute(sql`truncate reports, report_sources`);
const app = async (label: string) => {
  const names = { namesVisitors: true };
  return (await createConsumerCredential(db, config.environment, label, names)).credential;
};

test('everyone reports everything, with and without a wallet, and the operator reads and closes it', async () => {
  await start();
  const wallet = await fundedWallet();
  const { token } = await signIn(service, wallet);
  for (const input of [
    ofLab({ text: 'Forty files of advertising' }),
    { kind: 'FILE', oclId: lab.oclId.toUpperCase().replace('0X', '0x'), subject: ref, reason: 'MALWARE' },
    { kind: 'PROFILE', subject: lab.wallet, reason: 'IMPERSONATION' },
  ])
    expect(await send(input)).toEqual({ message: 'The operator has your report.', error: null });
  expect((await send(ofLab({ reason: 'OTHER', text: 'By a wallet' }), { token })).error).toBeNull();
  const lines = await open();
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(
    new RegExp(`\t1×\tLAB ${lab.oclId}\tOTHER\t${wallet.address.toLowerCase()}\tBy a wallet$`),
  );
  expect(lines.at(-1)).toMatch(/\tSPAM\tvisitor\tForty files of advertising$/);
  const [id = ''] = lines[1]?.split('\t') ?? [];
  expect(await operator('reports', '--close', id)).toBe('Closed: 1.');
  expect(await operator('reports', '--close', id)).toBe('No open report has this id.');
  const [ofTheLab = ''] = lines[0]?.split('\t') ?? [];
  expect(await operator('reports', '--close', ofTheLab, '--of-subject')).toBe('Closed: 2.');
  expect(await open()).toHaveLength(1);
  expect((await operator('reports', '--all')).match(/\tclosed /g)).toHaveLength(3);
});

test('what cannot be read, or is not there, is refused with a reason', async () => {
  for (const [input, argument] of [
    [ofLab({ text: 'x'.repeat(1_001) }), 'input.text'],
    [ofLab({ reason: 'OTHER', text: '  ' }), 'input.text'],
    [ofLab({ subject: ref }), 'input.subject'],
    [{ kind: 'FILE', oclId: lab.oclId, reason: 'SPAM' }, 'input.subject'],
    [{ kind: 'LAB', reason: 'SPAM' }, 'input.oclId'],
    [{ kind: 'PROFILE', oclId: lab.oclId, subject: lab.wallet, reason: 'SPAM' }, 'input.oclId'],
    [ofLab({ text: 'a\0b' }), 'input.text'],
  ] as const) {
    const { error } = await send(input);
    expect([error.code, JSON.parse(error.details).argument]).toEqual(['VALIDATION_FAILED', argument]);
  }
  expect(reasonOf(await send({ kind: 'PROFILE', subject: 'me', reason: 'SPAM' }))).toBe('INVALID_ADDRESS');
  expect(reasonOf(await send(ofLab({ oclId: '0x12' })))).toBe('INVALID_OCL_ID');
  for (const input of [
    ofLab({ oclId: `0x0101${'0'.repeat(59)}1` }),
    { kind: 'FILE', oclId: lab.oclId, subject: 'none', reason: 'SPAM' },
    { kind: 'COMMENT', oclId: lab.oclId, subject: "'; drop table labs; --", reason: 'SPAM' },
  ])
    expect(refusalOf(await send(input))).toMatchObject({ code: 'NOT_FOUND', reason: 'SUBJECT_NOT_FOUND' });
});

test('the same report again is counted, from different wallets it is another', async () => {
  await start();
  const [one, two] = [await fundedWallet(), await fundedWallet()];
  const tokens = [(await signIn(service, one)).token, (await signIn(service, two)).token];
  await Promise.all(Array.from({ length: 5 }, () => send(ofLab({ text: 'Spam' }))));
  for (const token of [...tokens, ...tokens]) await send(ofLab({ text: 'Spam' }), { token });
  expect((await open()).map((line) => line.split('\t')[2]).toSorted()).toEqual(['2×', '2×', '5×']);
});

test('reports about one thing have bounded texts; later ones are counted', async () => {
  await start();
  await db.execute(sql`insert into reports (kind, ocl_id, subject, reason, text, consumer_id)
    select 'LAB', ${lab.oclId}, ${lab.oclId}, 'SPAM', 'text ' || n, 'x' from generate_series(1, 100) n`);
  for (let at = 0; at < 3; at += 1) expect((await send(ofLab({ text: `new ${at}` }))).error).toBeNull();
  const lines = await open();
  expect(lines).toHaveLength(101);
  expect(lines[0]).toMatch(/\t3×\tLAB \S+\tSPAM\tvisitor\t$/);
});

test('a visitor, a program and a wallet each send so many a day, and the limits are forgotten after it', async () => {
  await start();
  const credential = await app('a web app');
  const of = (visitor: string) => ({ credential, visitor });
  for (let at = 0; at < 20; at += 1)
    expect((await send(ofLab({ text: `${at}` }), of(`192.0.2.${1}`))).error).toBeNull();
  const refused = await send(ofLab({ text: 'one more' }), of('192.0.2.1'));
  expect(refusalOf(refused)).toMatchObject({ code: 'FAILED_PRECONDITION', reason: 'TOO_MANY_REPORTS' });
  expect((await send(ofLab({ text: 'another network' }), of('192.0.2.2'))).error).toBeNull();
  // One network of IPv6 is one visitor.
  for (let at = 0; at < 20; at += 1) await send(ofLab(), of(`2001:db8::${at}`));
  expect(reasonOf(await send(ofLab(), of('2001:db8::ffff')))).toBe('TOO_MANY_REPORTS');

  await db.execute(sql`insert into report_sources (source) select 'wallet ' || ${lab.wallet.toLowerCase()}::text
    from generate_series(1, 50)`);
  expect(reasonOf(await send(ofLab(), { token: lab.token }))).toBe('TOO_MANY_REPORTS');
  const id = service.credential.split('_')[2];
  await db.execute(
    sql`insert into report_sources (source) select 'consumer ' || ${id}::text from generate_series(1, 200)`,
  );
  expect(reasonOf(await send(ofLab()))).toBe('TOO_MANY_REPORTS');
  await db.execute(sql`update report_sources set at = at - interval '24 hours 1 second'`);
  expect((await send(ofLab())).error).toBeNull();
  expect((await forgetReportSources({ db })).done).toBeGreaterThan(290);
});

test('the text of a report is in no log, and cannot command the terminal of the operator', async () => {
  await start();
  const text = 'secret\u001b]0;owned\u0007\u202e\nLAB forged';
  expect((await send(ofLab({ reason: 'OTHER', text }), { token: lab.token })).error).toBeNull();
  const lines = await open();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/\tsecret�\]0;owned���LAB forged$/);
  expect(service.logLines.join('')).not.toContain('secret');
});

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { signIn } from '@labroom/testing/actors.ts';
import { ask, reasonOf } from '@labroom/testing/test-client.ts';
import { generateKey } from '@labroom/testing/test-encryption.ts';
import { callGateway, callsOf, DATA_KEY, payerWith, paymentFor } from '@labroom/testing/test-gateway.ts';
import { PRICE, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { announce, finish, initiate, put } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { generateToken, revokeToken, signInMessage } from '@labroom/testing/token-requests.ts';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { brokenInvariants } from './operator/check/invariants.ts';
import { labs } from './platform/db/tables/labs.ts';

const minute = 60_000;
const wrongBy = (aheadMs: number) => ({
  CLOCK_AHEAD_MS: String(aheadMs),
  NODE_OPTIONS: `--import=${join(import.meta.dirname, '../testing/skewed-clock.ts')}`,
});
const service = await openTestService();
const replicaWrongBy = async (aheadMs: number) => ({
  url: (await service.startReplica(wrongBy(aheadMs))).url,
  credential: service.credential,
});
/** Clocks five minutes ahead of the database and the chain, and five minutes behind. */
const [fast, slow] = await Promise.all([replicaWrongBy(5 * minute), replicaWrongBy(-5 * minute)]);
const lab = await registeredLab(service);

const FEED = `query($o: String!) { labActivity(oclId: $o, page: 0, perPage: 10, filter: ANNOUNCEMENT) {
  nodes { ... on LabEventAnnouncement { announcement { headline systemTime } } } } }`;

const pairs = () =>
  [
    [fast, slow],
    [slow, fast],
  ] as const;

test('a sign-in message of one replica is valid at the other, and its nonce works once', async () => {
  for (const [here, there] of pairs()) {
    const wallet = await fundedWallet();
    const message = await signInMessage(here, wallet.address);
    const messageSignature = await wallet.signMessage({ message });
    const signed = { walletAddress: wallet.address, messageSignature };
    expect((await generateToken(there, signed)).error).toBeNull();
    expect(reasonOf(await generateToken(here, signed))).toBe('NONCE_NOT_FOUND');
  }
});

test('a token of one replica is valid at the other until it is revoked at either', async () => {
  for (const [here, there] of pairs()) {
    const { token, tokenId } = await signIn(here, await fundedWallet(), randomUUID());
    expect((await generateKey(there, token)).error).toBeNull();
    expect((await revokeToken(here, tokenId, token)).error).toBeNull();
    expect(reasonOf(await generateKey(there, token))).toBe('TOKEN_REVOKED');
  }
});

test('an upload started at one replica is sent to and finished at the other', async () => {
  for (const [here, there] of pairs()) {
    const upload = await initiate(here, lab, 5);
    expect(await put({ ...upload, uploadUrl: upload.uploadUrl.replace(here.url, there.url) }, 'bytes')).toBe(
      200,
    );
    expect((await finish(there, lab, upload.uploadToken, { path: `${randomUUID()}.txt` })).error).toBeNull();
  }
});

test('the feed is in the order of events, with times of one clock', async () => {
  const headlines = Array.from({ length: 6 }, () => randomUUID());
  for (const [at, headline] of headlines.entries()) await announce(at % 2 ? slow : fast, lab, { headline });
  const { labActivity } = await ask(service, FEED, { o: lab.oclId });
  const told: { headline: string; systemTime: string }[] = labActivity.nodes.map(
    (node: { announcement: object }) => node.announcement,
  );
  expect(told.map(({ headline }) => headline)).toEqual(headlines.toReversed());
  const times = told.map(({ systemTime }) => Date.parse(systemTime));
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(Math.abs(Date.now() - (times[0] ?? 0))).toBeLessThan(minute);
  const [row] = await service.context.db.select().from(labs).where(eq(labs.oclId, lab.oclId));
  expect(row?.latestContributionAt?.getTime()).toBe(times[0]);
});

test('a payment pays for at most one call, whichever replica gets it', async () => {
  const payer = await payerWith(2n * PRICE);
  const call = { mutation: 'generateDataEncryptionKey', body: { query: DATA_KEY } };
  for (const [here, there] of pairs()) {
    const payment = await paymentFor(service, payer);
    const first = await callGateway(here, call, payment);
    const second = await callGateway(there, call, payment);
    expect([first.status, second.status].sort()).toEqual([200, 402]);
  }
  expect(await stablecoinsOf(payer.address)).toBe(0n);
  expect((await callsOf(service, payer)).map(({ state }) => state)).toEqual(['settled', 'settled']);
});

test('and all invariants hold afterwards', async () => {
  expect(await brokenInvariants(service.context.db)).toEqual([]);
});

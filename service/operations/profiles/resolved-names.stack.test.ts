import { PeopleDocument, ResolveNameDocument } from '@labroom/client/documents';
import { newWallet } from '@labroom/testing/actors.ts';
import { capturedStatements } from '@labroom/testing/captured-queries.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { ask, post } from '@labroom/testing/test-client.ts';
import { createTestNames } from '@labroom/testing/test-names.ts';
import { deleteProfile, setProfile, signedDeletion, signedProfile } from '@labroom/testing/test-profile.ts';
import { openTestService, startTestService } from '@labroom/testing/test-service.ts';
import { chainOf, fundedWallet } from '@labroom/testing/test-wallets.ts';
import { eq, sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { hangUp, rpcError, startFaultyNode } from '#chain/faulty-node.fixture.ts';
import { resolvedNames } from '#platform/db/tables/profiles.ts';
import { forgetOldNames, resolveNames } from './resolve-names.ts';

const log = pino({ enabled: false });

const node = await startFaultyNode(requireStack('rpcUrl'));
const names = await createTestNames(chainOf(await fundedWallet()));
const service = await openTestService({ rpcUrl: node.rpcUrl, variables: { NAME_REGISTRY: names.registry } });
beforeEach(async () => {
  node.fail(null);
  await service.context.db.delete(resolvedNames);
});
afterAll(() => node.stop());

const work = () => resolveNames(service.context, log);
const lower = (wallet: string) => wallet.toLowerCase();
const profile = async (wallet: string) =>
  (
    await ask(
      service,
      `{ profile(wallet: "${wallet}") { name nameKey issuedAt signature resolvedName resolvedNameCheckedAt isAmbiguous } }`,
    )
  ).profile;
const rowOf = async (wallet: string) =>
  (
    await service.context.db
      .select()
      .from(resolvedNames)
      .where(eq(resolvedNames.wallet, lower(wallet)))
  )[0];
const age = (wallet: string, by: string) =>
  service.context.db
    .update(resolvedNames)
    .set({
      checkedAt: sql`checked_at - ${by}::interval`,
      askedAt: sql`asked_at - ${by}::interval`,
    })
    .where(eq(resolvedNames.wallet, lower(wallet)));
const write = async (wallet: ReturnType<typeof newWallet>, name: string) => {
  const { host } = new URL(service.context.config.http.webUrl);
  const { error } = await setProfile(service, await signedProfile(wallet, { name }, { site: host }));
  expect(error).toBeNull();
};
const named = async (wallet: string, name: string) => {
  await names.publish({ claimed: { [wallet]: name }, addresses: { [name]: wallet as `0x${string}` } });
  await profile(wallet);
  await work();
};

test('a name is read by the worker after it was first asked for, and shown apart from the self-given one', async () => {
  const ada = newWallet();
  await names.publish({ claimed: { [ada.address]: 'ada.eth' }, addresses: { 'ada.eth': ada.address } });
  const before = node.asked.length;
  expect(await profile(ada.address)).toBeNull();
  expect(node.asked.length).toBe(before);
  expect(await work()).toEqual({ done: 1, more: false });
  expect(await profile(ada.address)).toEqual({
    name: null,
    nameKey: null,
    issuedAt: null,
    signature: null,
    resolvedName: 'ada.eth',
    resolvedNameCheckedAt: expect.any(String),
    isAmbiguous: false,
  });
  await write(ada, 'Ada Lovelace');
  expect(await profile(ada.address)).toMatchObject({ name: 'Ada Lovelace', resolvedName: 'ada.eth' });
  const { host } = new URL(service.context.config.http.webUrl);
  await deleteProfile(service, await signedDeletion(ada, { site: host }));
  expect(await profile(ada.address)).toMatchObject({ name: null, resolvedName: 'ada.eth' });
  expect(await work()).toEqual({ done: 0, more: false });
});

test('a name that moved to another wallet is gone after the next look', async () => {
  const [ada, bob] = [newWallet(), newWallet()];
  await named(ada.address, 'moved.eth');
  await names.publish({
    claimed: { [ada.address]: 'moved.eth', [bob.address]: 'moved.eth' },
    addresses: { 'moved.eth': bob.address },
  });
  await age(ada.address, '7 hours');
  await profile(ada.address);
  await profile(bob.address);
  await work();
  expect(await profile(ada.address)).toBeNull();
  expect(await profile(bob.address)).toMatchObject({ resolvedName: 'moved.eth' });
});

test('a name is read again after six hours, and not shown after two days', async () => {
  const ada = newWallet();
  await named(ada.address, 'ada.eth');
  await age(ada.address, '5 hours');
  await profile(ada.address);
  expect(await rowOf(ada.address)).toMatchObject({ wantedAt: null });
  await age(ada.address, '2 hours');
  expect(await profile(ada.address)).toMatchObject({ resolvedName: 'ada.eth' });
  expect(await rowOf(ada.address)).toMatchObject({ wantedAt: expect.any(Date) });
  await age(ada.address, '2 days');
  expect(await profile(ada.address)).toBeNull();
  await work();
  expect(await profile(ada.address)).toMatchObject({ resolvedName: 'ada.eth' });
});

test('while the node fails, former names stay, the job reports it, and no read waits', async () => {
  const [ada, bob] = [newWallet(), newWallet()];
  await named(ada.address, 'ada.eth');
  await age(ada.address, '7 hours');
  await profile(ada.address);
  await profile(bob.address);
  node.fail(hangUp);
  await expect(work()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  expect(await profile(ada.address)).toMatchObject({ resolvedName: 'ada.eth' });
  expect(await profile(bob.address)).toBeNull();
  node.fail(null);
  expect(await work()).toEqual({ done: 2, more: false });
});

test('one wallet that cannot be read holds up no other', async () => {
  const [first, second] = [newWallet(), newWallet()];
  await names.publish({ claimed: { [second.address]: 'two.eth' }, addresses: { 'two.eth': second.address } });
  await profile(first.address);
  await profile(second.address);
  const part = lower(first.address).slice(2);
  await service.context.db.execute(sql`update resolved_names set wanted_at = now() - interval '1 hour'
    where wallet = ${lower(first.address)}`);
  let calls = 0;
  node.fail((request, response, body) => {
    calls += request.method === 'eth_call' ? 1 : 0;
    return calls === 1 && rpcError(-32_000, `no answer about ${part}`)(request, response, body);
  });
  await expect(work()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  expect(await profile(second.address)).toMatchObject({ resolvedName: 'two.eth' });
  expect((await rowOf(first.address))?.wantedAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
});

test('a resolved name that looks like a name of another wallet is marked on both sides', async () => {
  const [real, impostor, twin] = [newWallet(), newWallet(), newWallet()];
  await write(impostor, 'Paula Base Eth');
  await named(real.address, 'paula.base.eth');
  expect(await profile(real.address)).toMatchObject({ isAmbiguous: true });
  expect(await profile(impostor.address)).toMatchObject({ isAmbiguous: true, resolvedName: null });
  await write(impostor, 'Somebody Else');
  expect(await profile(real.address)).toMatchObject({ isAmbiguous: false });
  await named(twin.address, 'pau1a.base.eth');
  expect(await profile(real.address)).toMatchObject({ isAmbiguous: true });
  // The two names of one wallet are not two wallets.
  await write(impostor, 'Quite Another');
  await named(impostor.address, 'quite-another.eth');
  expect(await profile(impostor.address)).toMatchObject({ isAmbiguous: false });
});

test('many wallets take one statement to read, one to note, and none while they wait', async () => {
  const wallets = Array.from({ length: 60 }, () => newWallet().address);
  const read = () => ask(service, PeopleDocument, { wallets });
  const ofNames = async () =>
    (await capturedStatements(service.context.db, read)).filter(({ text }) =>
      text.includes('resolved_names'),
    );
  expect(await ofNames()).toHaveLength(2);
  // Fifty are noted at once, the rest by the next read.
  expect(await ofNames()).toHaveLength(2);
  expect(await ofNames()).toHaveLength(1);
});

test('at most 10,000 wallets wait', async () => {
  const { db } = service.context;
  await db.execute(sql`insert into resolved_names (wallet, wanted_at, asked_at)
    select '0x' || n, now(), now() from generate_series(1, 10000) as n`);
  const late = newWallet().address;
  await profile(late);
  expect(await rowOf(late)).toBeUndefined();
  await db.execute(sql`delete from resolved_names where wallet = '0x1'`);
  await profile(late);
  expect(await rowOf(late)).toBeDefined();
});

test('a wallet without a name is forgotten after a day, a name after a month', async () => {
  const [ada, nameless] = [newWallet(), newWallet()];
  await named(ada.address, 'ada.eth');
  await profile(nameless.address);
  await work();
  expect(await forgetOldNames(service.context)).toEqual({ done: 0, more: false });
  for (const { address } of [ada, nameless]) await age(address, '25 hours');
  expect(await forgetOldNames(service.context)).toEqual({ done: 1, more: false });
  expect(await rowOf(nameless.address)).toBeUndefined();
  await age(ada.address, '30 days');
  expect(await forgetOldNames(service.context)).toEqual({ done: 1, more: false });
});

test('a typed name leads to an address, now and without a cache', async () => {
  const [ada, bob] = [newWallet(), newWallet()];
  const resolve = async (name: string) => (await ask(service, ResolveNameDocument, { name })).resolveName;
  await names.publish({ addresses: { 'ada.eth': ada.address } });
  expect(await resolve(' ADA.eth ')).toEqual({ name: 'ada.eth', address: lower(ada.address) });
  await names.publish({ addresses: { 'ada.eth': bob.address } });
  expect(await resolve('ada.eth')).toEqual({ name: 'ada.eth', address: lower(bob.address) });
  for (const text of ['bob.eth', 'ada', '', 'a b.eth', 'аda.eth', ada.address])
    expect(await resolve(text)).toBeNull();
  const failed = async (name: string) => (await post(service, ResolveNameDocument, { name })).body.errors[0];
  expect((await failed('a'.repeat(256))).errorType).toBe('VALIDATION_FAILED');
  node.fail(hangUp);
  expect((await failed('ada.eth')).errorType).toBe('UPSTREAM_UNAVAILABLE');
});

test('where no source is configured, no name is noted, read or shown', async () => {
  const ada = newWallet();
  await named(ada.address, 'ada.eth');
  const without = { ...service.context, names: [] };
  expect(await resolveNames(without, log)).toEqual({ done: 0, more: false });
  const other = await startTestService({
    place: { databaseUrl: service.databaseUrl, dataDir: service.dataDir },
  });
  const { data } = (await post(other, PeopleDocument, { wallets: [ada.address, newWallet().address] })).body;
  expect(data.profiles).toEqual([]);
  expect((await post(other, ResolveNameDocument, { name: 'ada.eth' })).body.data.resolveName).toBeNull();
  await other.stop();
  expect(await work()).toEqual({ done: 0, more: false });
});

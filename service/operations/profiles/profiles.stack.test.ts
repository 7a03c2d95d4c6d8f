import { PeopleDocument, ProfileDocument } from '@labroom/client/documents';
import type { ProfileTexts } from '@labroom/protocol/profile';
import { newWallet } from '@labroom/testing/actors.ts';
import { capturedStatements } from '@labroom/testing/captured-queries.ts';
import {
  deploySafe,
  deploySafeFactory,
  futureSafe,
  signAsSafe,
  swapFirstOwner,
} from '@labroom/testing/safe.ts';
import { ask, post, reasonOf, resultOf } from '@labroom/testing/test-client.ts';
import {
  deleteProfile,
  nextMoment,
  type SignedWith,
  setProfile,
  signedDeletion,
  signedProfile,
} from '@labroom/testing/test-profile.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { chainOf, fundedWallet } from '@labroom/testing/test-wallets.ts';
import { eq, sql } from 'drizzle-orm';
import { type Hex, hashTypedData, serializeErc6492Signature, type TypedDataDefinition } from 'viem';
import { describe, expect, test } from 'vitest';
import { profiles } from '#platform/db/tables/profiles.ts';

const service = await openTestService({ insertsRows: true });
const site = new URL(service.context.config.http.webUrl).host;

type Signer = Parameters<typeof signedProfile>[0];

const write = async (signer: Signer, texts: Partial<ProfileTexts> = {}, given: Partial<SignedWith> = {}) =>
  setProfile(service, await signedProfile(signer, texts, { site, ...given }));
const read = (wallet: string) => resultOf(service, ProfileDocument, { wallet });

/** A time relative to now. */
const at = (seconds: number) => new Date(Date.now() + 1_000 * seconds).toISOString();

test('a wallet writes, replaces and deletes its profile; every letter is public', async () => {
  const wallet = newWallet();
  expect(await read(wallet.address)).toBeNull();
  const texts = {
    name: 'Zoë Ångström',
    orcid: '0000-0002-1825-0097',
    affiliation: 'Uppsala',
    website: 'https://zoe.example/',
  };
  expect(await write(wallet, texts)).toMatchObject({
    error: null,
    profile: { wallet: wallet.address.toLowerCase() },
  });
  expect(await read(wallet.address.toUpperCase().replace('0X', '0x'))).toMatchObject(texts);
  await write(wallet, { name: 'Zoë' });
  expect(await read(wallet.address)).toMatchObject({ name: 'Zoë', orcid: null, website: null });

  expect((await deleteProfile(service, await signedDeletion(wallet, { site }))).error).toBeNull();
  expect(await read(wallet.address)).toBeNull();
  const [kept] = await service.context.db
    .select()
    .from(profiles)
    .where(sql`${profiles.wallet} = ${wallet.address.toLowerCase()}`);
  const left = Object.entries(kept ?? {}).filter(([, value]) => value !== null);
  expect(left.map(([name]) => name)).toEqual(['wallet', 'issuedAt', 'seal']);
});

test('a signature covers the texts as they are stored, so that anyone can verify them', async () => {
  const wallet = newWallet();
  const signed = await signedProfile(wallet, { name: 'Zoë' }, { site });
  const { input, signature } = signed;
  expect(
    (await setProfile(service, { input: { ...input, name: ' Zoe\u0308 ' }, signature })).error,
  ).toBeNull();
  const { profile } = await ask(
    service,
    `{ profile(wallet: "${wallet.address}") { name signature issuedAt } }`,
  );
  expect(profile).toEqual({ name: 'Zoë', signature, issuedAt: input.issuedAt });
});

describe('a message is refused', () => {
  test('of another signer, text, site, chain or purpose', async () => {
    const wallet = newWallet();
    const other = newWallet();
    const signed = await signedProfile(wallet, {}, { site });
    const forged = [
      { ...signed, input: { ...signed.input, wallet: other.address } },
      { ...signed, input: { ...signed.input, name: 'Ada' } },
      { ...signed, input: { ...signed.input, website: 'https://ada.example' } },
      { ...signed, input: { ...signed.input, issuedAt: nextMoment() } },
      await signedProfile(
        { ...other, address: wallet.address, signTypedData: other.signTypedData },
        {},
        { site },
      ),
      await signedProfile(wallet, {}, { site: 'elsewhere.example' }),
      await signedProfile(wallet, {}, { site, chainId: 8453 }),
    ];
    for (const args of forged) expect(reasonOf(await setProfile(service, args))).toBe('INVALID_SIGNATURE');
    const { issuedAt } = signed.input;
    const deletion = { wallet: wallet.address, issuedAt, signature: signed.signature };
    expect(reasonOf(await deleteProfile(service, deletion))).toBe('INVALID_SIGNATURE');
    expect(await read(wallet.address)).toBeNull();
  });

  test('a second time, and after a later one, a deletion included', async () => {
    const wallet = newWallet();
    const [first, second] = [at(-20), at(-10)];
    const early = await signedProfile(wallet, { name: 'Early' }, { site, issuedAt: first });
    const late = await signedProfile(wallet, { name: 'Late' }, { site, issuedAt: second });
    expect((await setProfile(service, late)).error).toBeNull();
    expect(reasonOf(await setProfile(service, late))).toBe('SIGNATURE_USED');
    expect(reasonOf(await setProfile(service, early))).toBe('SIGNATURE_USED');
    await deleteProfile(service, await signedDeletion(wallet, { site }));
    expect(reasonOf(await setProfile(service, late))).toBe('SIGNATURE_USED');
    expect(await read(wallet.address)).toBeNull();
  });

  test('when it is older than ten minutes or of a later time', async () => {
    const wallet = newWallet();
    for (const issuedAt of [at(-601), at(120), '1970-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])
      expect(reasonOf(await write(wallet, {}, { issuedAt }))).toBe('SIGNATURE_EXPIRED');
    const text = await signedProfile(wallet, {}, { site, issuedAt: 'now' });
    expect((await setProfile(service, text)).error.code).toBe('VALIDATION_FAILED');
  });

  test.each([
    ['name', 'Ada\u202e'],
    ['name', ''],
    ['name', 'x'.repeat(65)],
    ['orcid', '0000-0002-1825-0098'],
    ['affiliation', 'a\nb'],
    ['website', 'http://ada.example'],
  ])('with the %s %j', async (field, value) => {
    const { error } = await write(newWallet(), { [field]: value });
    expect(error).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining(`input.${field} `),
    });
  });
});

test('of twenty messages at once the latest wins', async () => {
  const wallet = newWallet();
  const signed = await Promise.all(
    Array.from({ length: 20 }, (_, n) => signedProfile(wallet, { name: `Name ${n}` }, { site })),
  );
  const results = await Promise.all(signed.toReversed().map((args) => setProfile(service, args)));
  const refused = results.filter(({ error }) => error);
  for (const result of refused) expect(reasonOf(result)).toBe('SIGNATURE_USED');
  expect((await read(wallet.address)).name).toBe('Name 19');
});

test('a Safe signs while its signer is an owner, and before it is deployed', async () => {
  const owner = await fundedWallet();
  const chain = chainOf(owner);
  const asSafe = (address: Hex): Signer => ({
    address,
    signTypedData: (message: TypedDataDefinition) => signAsSafe(owner, address, hashTypedData(message)),
  });
  const safe = await deploySafe(chain, [owner.address]);
  expect((await write(asSafe(safe), { name: 'The Safe' })).error).toBeNull();
  await swapFirstOwner(chain, safe, newWallet().address);
  expect(reasonOf(await write(asSafe(safe), { name: 'Stolen' }))).toBe('INVALID_SIGNATURE');
  expect((await read(safe)).name).toBe('The Safe');

  const future = await futureSafe(chain, await deploySafeFactory(chain), [owner.address]);
  const signer: Signer = {
    address: future.address,
    signTypedData: async (message) =>
      serializeErc6492Signature({
        address: future.to,
        data: future.data,
        signature: await asSafe(future.address).signTypedData(message),
      }),
  };
  expect((await write(signer, { name: 'Soon' })).error).toBeNull();
});

test('names that may be mistaken for each other are marked on both sides', async () => {
  const [real, impostor, other] = [newWallet(), newWallet(), newWallet()];
  await write(real, { name: 'Paula Helix' });
  expect((await read(real.address)).isAmbiguous).toBe(false);
  await write(impostor, { name: 'Pau1a HeIix' });
  await write(other, { name: 'Paul Other' });
  const wallets = [other, impostor, real].map(({ address }) => address);
  const people = await resultOf(service, PeopleDocument, { wallets });
  expect(people.map((one: { isAmbiguous: boolean }) => one.isAmbiguous)).toEqual([false, true, true]);
  await deleteProfile(service, await signedDeletion(impostor, { site }));
  expect((await read(real.address)).isAmbiguous).toBe(false);
});

test('a name that reads as a checked one is refused, and one from before the rule is not shown', async () => {
  const wallet = newWallet();
  for (const name of ['vitalik․eth', 'Lаbroom', 'Ada (verified)', 'Оx1234…abcd', 'Owner']) {
    expect((await write(wallet, { name })).error).toMatchObject({ code: 'VALIDATION_FAILED' });
  }
  await write(wallet, { name: 'Ada Lovelace', affiliation: 'Uppsala' });
  await service.context.db
    .update(profiles)
    .set({ name: 'vitalik․eth' })
    .where(eq(profiles.wallet, wallet.address.toLowerCase()));
  expect(await read(wallet.address)).toBeNull();
});

test('many profiles take one statement, up to 200 wallets', async () => {
  const known = newWallet();
  await write(known);
  const wallets = Array.from({ length: 199 }, () => newWallet().address);
  const run = () => ask(service, PeopleDocument, { wallets: [...wallets, known.address] });
  const statements = await capturedStatements(service.context.db, run);
  expect(statements.filter(({ text }) => text.includes('"profiles"'))).toHaveLength(1);
  expect((await run()).profiles).toHaveLength(1);
  const { body } = await post(service, PeopleDocument, {
    wallets: [...wallets, known.address, newWallet().address],
  });
  expect(body.errors[0].errorType).toBe('VALIDATION_FAILED');
});

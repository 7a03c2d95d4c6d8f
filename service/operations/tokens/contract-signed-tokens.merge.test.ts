import { failureIn } from '@labroom/testing/failure-in.ts';
import {
  deploySafe,
  deploySafeFactory,
  futureSafe,
  signAsSafe,
  swapFirstOwner,
} from '@labroom/testing/safe.ts';
import { ask, post, reasonOf } from '@labroom/testing/test-client.ts';
import { mintLab, transferLab } from '@labroom/testing/test-lab.ts';
import { openTestService, type TestService } from '@labroom/testing/test-service.ts';
import { chainOf, chainReader, fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import {
  extendToken,
  generateToken,
  revokeAllTokens,
  signInMessage,
} from '@labroom/testing/token-requests.ts';
import { eq, sql } from 'drizzle-orm';
import { type Address, type Hex, hashMessage, serializeErc6492Signature, toPrefixedMessage } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { beforeAll, describe, expect, test } from 'vitest';
import { serviceTokens } from '#platform/db/tables/tokens.ts';

type Endpoint = Pick<TestService, 'url' | 'credential'>;
type Sign = (message: string) => Promise<Hex>;

const LIST = `query($live: Boolean) { serviceTokens(onlyLive: $live) { totalCount nodes {
  tokenId serviceName proof createdAt expiresAt revokedAt isCurrent } } }`;

const service = await openTestService();
const replica = { url: (await service.startPeer()).url, credential: service.credential };

async function generate(walletAddress: Address, sign: Sign, expiresIn?: string, at: Endpoint = service) {
  const messageSignature = await sign(await signInMessage(at, walletAddress));
  return generateToken(at, { walletAddress, messageSignature, expiresIn });
}

const revokeAll = async (wallet: Address, sign: Sign) =>
  revokeAllTokens(
    service,
    wallet,
    await sign(await signInMessage(service, wallet, 'revokeAllServiceTokens')),
  );

/** The reason why a token reads nothing of its wallet; `null` if it does. An answer of the last minutes suffices for it. */
async function refusal(token: string, at: Endpoint = service): Promise<string | null | undefined> {
  const { body } = await post(at, LIST, {}, token);
  return failureIn('serviceTokens', body)?.reason ?? null;
}

/** Moves the contract's last confirmation of the signer back by five minutes. */
async function passFiveMinutes(tokenId: string): Promise<void> {
  await service.context.db
    .update(serviceTokens)
    .set({ confirmedAt: sql`now() - interval '5 minutes'` })
    .where(eq(serviceTokens.id, tokenId));
}

const bySafe =
  (safe: Address, owner: TestWallet): Sign =>
  (message) =>
    signAsSafe(owner, safe, hashMessage(message));

describe('a token that a Safe signed for', () => {
  let leaver: TestWallet;
  let stayer: TestWallet;
  let safe: Address;
  beforeAll(async () => {
    [leaver, stayer] = [await fundedWallet(), await fundedWallet()];
    safe = await deploySafe(chainOf(leaver), [leaver.address, stayer.address]);
  });

  test('cannot extend a token that the key of the same address signed for', async () => {
    const { token } = await generate(safe, bySafe(safe, stayer));
    const other = await generate(safe, bySafe(safe, stayer));
    // An address can have both a key and code by EIP-7702.
    await service.context.db
      .update(serviceTokens)
      .set({ authMethod: 'key-signature' })
      .where(eq(serviceTokens.id, other.tokenId));
    expect(reasonOf(await extendToken(service, other.tokenId, token))).toBe('FRESH_PROOF_REQUIRED');
  });

  test('reads on every replica for five minutes at most after its signer was removed; public reads still work', async () => {
    const issued = await generate(safe, bySafe(safe, leaver));
    const [token, tokenId] = [issued.token, issued.tokenId];
    expect(await refusal(token)).toBeNull();
    await passFiveMinutes(tokenId);
    expect(await refusal(token, replica)).toBeNull();

    await swapFirstOwner(chainOf(leaver), safe, privateKeyToAccount(generatePrivateKey()).address);
    // The recent confirmation is still valid.
    expect(await refusal(token)).toBeNull();
    await passFiveMinutes(tokenId);
    const reasons = await Promise.all(
      Array.from({ length: 20 }, (_, i) => refusal(token, i % 2 ? replica : service)),
    );
    expect(new Set(reasons)).toEqual(new Set(['SIGNER_NOT_CONFIRMED']));
    expect(await refusal(token, replica)).toBe('SIGNER_NOT_CONFIRMED');
    expect((await ask(replica, '{ labs { totalCount } }', {}, token)).labs.totalCount).toBe(0);
    expect((await extendToken(service, tokenId, token)).error.code).toBe('FAILED_PRECONDITION');

    const mine = await generate(safe, bySafe(safe, stayer));
    const { nodes } = (await ask(service, LIST, {}, mine.token)).serviceTokens;
    const listed = (id: string) => nodes.find((row: { tokenId: string }) => row.tokenId === id);
    expect(listed(mine.tokenId)).toMatchObject({
      isCurrent: true,
      proof: 'CONTRACT_SIGNATURE',
      revokedAt: null,
    });
    expect(listed(tokenId)).toMatchObject({ isCurrent: false, revokedAt: expect.any(String) });
  });

  test('can be listed and revoked by the remaining owners without a token', async () => {
    const two = await deploySafe(chainOf(leaver), [leaver.address, stayer.address]);
    const lost = [await generate(two, bySafe(two, leaver)), await generate(two, bySafe(two, leaver), '1h')];
    await swapFirstOwner(chainOf(leaver), two, privateKeyToAccount(generatePrivateKey()).address);

    expect(reasonOf(await revokeAll(two, bySafe(two, leaver)))).toBe('INVALID_SIGNATURE');
    expect(await revokeAll(two, bySafe(two, stayer))).toMatchObject({ revokedCount: 2, error: null });
    for (const { token } of lost) expect(await refusal(token, replica)).toBe('TOKEN_REVOKED');
    expect(await revokeAll(two, bySafe(two, stayer))).toMatchObject({ revokedCount: 0, error: null });
  });

  test('can come from a Safe that is not deployed yet (ERC-6492), and is checked after the deployment', async () => {
    const parts = await deploySafeFactory(chainOf(stayer));
    const { address, to, data } = await futureSafe(chainOf(stayer), parts, [stayer.address]);
    const sign: Sign = async (message) =>
      serializeErc6492Signature({ address: to, data, signature: await bySafe(address, stayer)(message) });
    const { token, tokenId } = await generate(address, sign);
    const check = () => passFiveMinutes(tokenId).then(() => refusal(token));
    expect(await check()).toBeNull();
    await chainOf(stayer).send({ to, data });
    expect(await check()).toBeNull();
    await swapFirstOwner(chainOf(stayer), address, leaver.address);
    expect(await check()).toBe('SIGNER_NOT_CONFIRMED');
  });
});

test('a token of a lab account ends when the lab is sold, and the buyer can revoke the rest', async () => {
  const [seller, buyer] = [await fundedWallet(), await fundedWallet()];
  const lab = await mintLab(seller);
  const byHolder =
    (holder: TestWallet): Sign =>
    (message) =>
      holder.signTypedData({
        domain: { name: 'LabAccount', version: '1', chainId: 31337, verifyingContract: lab.account },
        types: { PersonalSign: [{ name: 'prefixed', type: 'bytes' }] },
        primaryType: 'PersonalSign',
        message: { prefixed: toPrefixedMessage(message) },
      });
  const issued = await generate(lab.account, byHolder(seller));
  const other = await generate(lab.account, byHolder(seller));
  await transferLab(seller, lab, buyer.address);
  await passFiveMinutes(issued.tokenId);
  expect(await refusal(issued.token)).toBe('SIGNER_NOT_CONFIRMED');
  expect(await revokeAll(lab.account, byHolder(buyer))).toMatchObject({ revokedCount: 1 });
  expect(await refusal(other.token)).toBe('TOKEN_REVOKED');
});

describe('a token that a key signed for', () => {
  test('stays valid after its wallet got code (EIP-7702)', async () => {
    const wallet = privateKeyToAccount(generatePrivateKey());
    const { token, tokenId } = await generate(wallet.address, (message) => wallet.signMessage({ message }));
    await delegate(wallet);
    expect(await refusal(token)).toBeNull();
    const extended = await extendToken(service, tokenId, token, { expiresIn: '2y' });
    expect(extended.error).toBeNull();
    expect(await refusal(extended.token, replica)).toBeNull();
  });
});

test('a token from before signatures were stored is rejected once its wallet is a contract', async () => {
  const wallet = privateKeyToAccount(generatePrivateKey());
  const { token, tokenId } = await generate(wallet.address, (message) => wallet.signMessage({ message }));
  await service.context.db
    .update(serviceTokens)
    .set({ authMethod: 'signature' })
    .where(eq(serviceTokens.id, tokenId));
  expect(await refusal(token)).toBeNull();
  await delegate(wallet);
  expect(await refusal(token)).toBeNull();
  await passFiveMinutes(tokenId);
  expect(await refusal(token)).toBe('SIGNER_NOT_CONFIRMED');
});

/** Gives a wallet the code of a contract (EIP-7702). */
async function delegate(wallet: TestWallet): Promise<void> {
  const sponsor = await fundedWallet();
  const { labNft: contractAddress } = service.context.chain.contracts;
  const authorization = await chainOf(wallet).wallet.signAuthorization({ contractAddress });
  const call = { to: sponsor.address, authorizationList: [authorization] };
  await chainOf(sponsor).send(call);
  expect(await chainReader().getCode({ address: wallet.address })).toMatch(/^0xef0100/);
}

import { eq, sql } from 'drizzle-orm';
import { type Address, type Hex, hashMessage, serializeErc6492Signature, toPrefixedMessage } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serviceTokens } from '#service/platform/db/tables/tokens.ts';
import { startRelay } from '#testing/relay.ts';
import { requireStack } from '#testing/require-stack.ts';
import { deploySafe, deploySafeFactory, futureSafe, signAsSafe, swapFirstOwner } from '#testing/safe.ts';
import { ask } from '#testing/test-client.ts';
import { mintLab, transferLab } from '#testing/test-lab.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';
import { chainOf, chainReader, fundedWallet, type TestWallet } from '#testing/test-wallets.ts';

type Endpoint = Pick<TestService, 'url' | 'credential'>;
type Sign = (message: string) => Promise<Hex>;

const KEY = 'mutation { generateDataEncryptionKey { encryptedDek error { code details } } }';
const MESSAGE =
  'query($w: String!, $s: String!) { getServiceSignInMessage(walletAddress: $w, serviceName: $s) { message } }';
const GENERATE = `mutation($w: String, $s: String!, $sig: String, $e: String) {
  generateServiceToken(walletAddress: $w, serviceName: $s, messageSignature: $sig, expiresIn: $e) {
    token tokenId expiresAt createdAt error { code message details } } }`;
const EXTEND = `mutation($id: String!, $e: String!, $sig: String) { extendServiceToken(tokenId: $id, expiresIn: $e, messageSignature: $sig) {
  token expiresAt error { code message details } } }`;
const REVOKE_ALL = `mutation($w: String!, $sig: String!) { revokeAllServiceTokens(walletAddress: $w, messageSignature: $sig) {
  revokedCount message error { code details } } }`;
const LIST = `query($live: Boolean) { serviceTokens(onlyLive: $live) { totalCount nodes {
  tokenId serviceName proof createdAt expiresAt revokedAt isCurrent } } }`;

let service: TestService;
let replica: Endpoint;
beforeAll(async () => {
  service = await startTestService();
  replica = { url: (await service.startPeer()).url, credential: service.credential };
});
afterAll(() => service.stop());

const messageFor = async (wallet: Address, name = 'tests', at: Endpoint = service): Promise<string> =>
  (await ask(at, MESSAGE, { w: wallet, s: name })).getServiceSignInMessage.message;

async function generate(wallet: Address, sign: Sign, expiresIn?: string, at: Endpoint = service) {
  const sig = await sign(await messageFor(wallet, 'tests', at));
  return (await ask(at, GENERATE, { w: wallet, s: 'tests', sig, e: expiresIn })).generateServiceToken;
}

async function revokeAll(wallet: Address, sign: Sign) {
  const sig = await sign(await messageFor(wallet, 'revokeAllServiceTokens'));
  return (await ask(service, REVOKE_ALL, { w: wallet, sig })).revokeAllServiceTokens;
}

/** The reason why a token gets no data key; `null` if it gets one. */
async function refusal(token: string, at: Endpoint = service): Promise<string | null> {
  const { error } = (await ask(at, KEY, {}, token)).generateDataEncryptionKey;
  return error && JSON.parse(error.details).reason;
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

const hours = ({ createdAt, expiresAt }: { createdAt: string; expiresAt: string }) =>
  (Date.parse(expiresAt) - Date.parse(createdAt)) / 3_600_000;

const reasonOf = ({ error }: { error: { details: string } }) => JSON.parse(error.details).reason;

describe('a token that a Safe signed for', () => {
  let leaver: TestWallet;
  let stayer: TestWallet;
  let safe: Address;
  beforeAll(async () => {
    [leaver, stayer] = [await fundedWallet(), await fundedWallet()];
    safe = await deploySafe(chainOf(leaver), [leaver.address, stayer.address]);
  });

  test('is valid for a day; a request for more is rejected and does not use up the signature', async () => {
    expect(hours(await generate(safe, bySafe(safe, stayer)))).toBe(24);
    expect(hours(await generate(safe, bySafe(safe, stayer), '2h'))).toBe(2);
    const message = await messageFor(safe);
    for (const expiresIn of ['25h', '2d', '2y']) {
      const { error } = await generate(safe, bySafe(safe, stayer), expiresIn);
      expect(error).toMatchObject({ code: 'VALIDATION_FAILED' });
      expect(error.message).toContain('at most 24h');
      expect(JSON.parse(error.details)).toEqual({ reason: 'EXPIRES_IN_TOO_LONG', longest: '24h' });
    }
    expect(await messageFor(safe)).toBe(message);
    expect(hours(await generate(safe, bySafe(safe, stayer), '24h'))).toBe(24);
  });

  test('is extended with a fresh signature only', async () => {
    const { token, tokenId } = await generate(safe, bySafe(safe, stayer), '1h');
    const extend = async (args: object) =>
      (await ask(service, EXTEND, { id: tokenId, e: '5h', ...args }, token)).extendServiceToken;
    expect(await extend({})).toMatchObject({ token: null, error: { code: 'UNAUTHENTICATED' } });
    expect(reasonOf(await extend({}))).toBe('FRESH_PROOF_REQUIRED');

    const sig = await bySafe(safe, stayer)(await messageFor(safe));
    expect(reasonOf(await extend({ sig, e: '25h' }))).toBe('EXPIRES_IN_TOO_LONG');
    const stranger = await bySafe(safe, await fundedWallet())(await messageFor(safe));
    expect(reasonOf(await extend({ sig: stranger }))).toBe('INVALID_SIGNATURE');
    const extended = await extend({ sig });
    expect(extended.error).toBeNull();
    expect(await refusal(extended.token)).toBeNull();
    expect(reasonOf(await extend({ sig }))).toBe('NONCE_NOT_FOUND');
  });

  test('cannot extend a token that the key of the same address signed for', async () => {
    const { token } = await generate(safe, bySafe(safe, stayer));
    const other = await generate(safe, bySafe(safe, stayer));
    // An address can have both a key and code by EIP-7702.
    await service.context.db
      .update(serviceTokens)
      .set({ authMethod: 'key-signature' })
      .where(eq(serviceTokens.id, other.tokenId));
    const { extendServiceToken } = await ask(service, EXTEND, { id: other.tokenId, e: '2y' }, token);
    expect(reasonOf(extendServiceToken)).toBe('FRESH_PROOF_REQUIRED');
  });

  test('ends on every replica within five minutes after its signer was removed; public reads still work', async () => {
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
    const extension = await ask(service, EXTEND, { id: tokenId, e: '1h' }, token);
    expect(extension.extendServiceToken.error.code).toBe('FAILED_PRECONDITION');

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

  test('gets UPSTREAM_UNAVAILABLE while the chain cannot be read, and is not revoked', async () => {
    const node = await startRelay(requireStack('rpcUrl'));
    const cut = await startTestService({
      rpcUrl: node.url,
      config: (config) => ({ ...config, limits: { ...config.limits, signerCheckSeconds: 0 } }),
    });
    const { token } = await generate(safe, bySafe(safe, stayer), undefined, cut);
    node.cut();
    expect((await ask(cut, KEY, {}, token)).generateDataEncryptionKey.error.code).toBe(
      'UPSTREAM_UNAVAILABLE',
    );
    node.mend();
    expect(await refusal(token, cut)).toBeNull();
    await cut.stop();
    await node.close();
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
    const { extendServiceToken } = await ask(service, EXTEND, { id: tokenId, e: '2y' }, token);
    expect(extendServiceToken.error).toBeNull();
    expect(await refusal(extendServiceToken.token, replica)).toBeNull();
  });

  test('is listed only with tokens of its wallet, and revoked with them by one signature', async () => {
    const wallet = privateKeyToAccount(generatePrivateKey());
    const sign: Sign = (message) => wallet.signMessage({ message });
    const [first, second] = [await generate(wallet.address, sign), await generate(wallet.address, sign)];
    const live = async (token: string) => (await ask(service, LIST, { live: true }, token)).serviceTokens;
    expect(await live(second.token)).toMatchObject({
      totalCount: 2,
      nodes: [{ proof: 'KEY_SIGNATURE', serviceName: 'tests' }, {}],
    });
    expect(JSON.stringify(await live(second.token))).not.toContain(second.token.split('.')[2]);

    const stranger = privateKeyToAccount(generatePrivateKey());
    const forged = await revokeAll(wallet.address, (message) => stranger.signMessage({ message }));
    expect(reasonOf(forged)).toBe('INVALID_SIGNATURE');
    expect(await revokeAll(wallet.address, sign)).toMatchObject({ revokedCount: 2 });
    for (const { token } of [first, second]) expect(await refusal(token, replica)).toBe('TOKEN_REVOKED');
    const { token } = await generate(wallet.address, sign);
    expect(await live(token)).toMatchObject({ totalCount: 1, nodes: [{ isCurrent: true }] });
  });

  test('cannot be issued by a signature for revocation, nor revoked by one for issuance', async () => {
    const wallet = privateKeyToAccount(generatePrivateKey());
    const ending = await messageFor(wallet.address, 'revokeAllServiceTokens');
    expect(ending).toContain('End all Labroom service tokens of this wallet in the local environment.');
    const sig = await wallet.signMessage({ message: ending });
    const variables = { w: wallet.address, s: 'revokeAllServiceTokens', sig };
    expect((await ask(service, GENERATE, variables)).generateServiceToken.error.code).toBe(
      'VALIDATION_FAILED',
    );
    const issuing = await wallet.signMessage({ message: await messageFor(wallet.address) });
    const { revokeAllServiceTokens } = await ask(service, REVOKE_ALL, { w: wallet.address, sig: issuing });
    expect(reasonOf(revokeAllServiceTokens)).toBe('INVALID_SIGNATURE');
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

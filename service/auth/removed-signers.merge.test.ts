import { newWallet, signIn } from '@labroom/testing/actors.ts';
import { contentDigest } from '@labroom/testing/content-digest.ts';
import { type CountingNode, startCountingNode } from '@labroom/testing/counting-node.ts';
import { failureIn } from '@labroom/testing/failure-in.ts';
import { contract, operationDocument, operationField } from '@labroom/testing/operation-documents.ts';
import { startRelay } from '@labroom/testing/relay.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { attempts, exampleAttempt } from '@labroom/testing/role-attempts.ts';
import type { Person, RoleFixture } from '@labroom/testing/role-fixture.ts';
import { deploySafe, signAsSafe, swapFirstOwner } from '@labroom/testing/safe.ts';
import { ask, post, reasonOf } from '@labroom/testing/test-client.ts';
import { decryptDataKey, generateKey, uploadSecret } from '@labroom/testing/test-encryption.ts';
import { grantRole, mintLab, transferLab } from '@labroom/testing/test-lab.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService, startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import { chainOf, fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { generateToken, signInMessage } from '@labroom/testing/token-requests.ts';
import { eq, sql } from 'drizzle-orm';
import { type Address, type Hex, hashMessage, toPrefixedMessage } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import { serviceTokens } from '../platform/db/tables/tokens.ts';

type Endpoint = Pick<TestService, 'url' | 'credential'>;
type Sign = (message: string) => Promise<Hex>;

const TRIES = 100;
const INBOX = 'query { inbox(page: 0, perPage: 1) { totalCount } }';
const needsSession = new Set(['WALLET', 'MEMBER', 'CONTRIBUTOR', 'OWNER', 'CONDITIONS', 'TOKEN_OWNER']);

const service = await openTestService({ insertsRows: true });

async function tokenOf(account: Address, sign: Sign, at: Endpoint = service): Promise<string> {
  const messageSignature = await sign(await signInMessage(at, account));
  const { token, error } = await generateToken(at, { walletAddress: account, messageSignature });
  if (!token) throw new Error(error?.message);
  return token;
}

async function tokensOf(count: number, account: Address, sign: Sign): Promise<string[]> {
  const tokens: string[] = [];
  // A wallet has one message at a time.
  while (tokens.length < count) tokens.push(await tokenOf(account, sign));
  return tokens;
}

const bySafe =
  (safe: Address, owner: TestWallet): Sign =>
  (message) =>
    signAsSafe(owner, safe, hashMessage(message));

const byAccount =
  (account: Address, holder: TestWallet): Sign =>
  (message) =>
    holder.signTypedData({
      domain: { name: 'LabAccount', version: '1', chainId: 31337, verifyingContract: account },
      types: { PersonalSign: [{ name: 'prefixed', type: 'bytes' }] },
      primaryType: 'PersonalSign',
      message: { prefixed: toPrefixedMessage(message) },
    });

/** How often a key came out, and why it did not, over all tries. */
async function triesOf(
  calls: Promise<{ plaintextDEK?: string; error: Parameters<typeof reasonOf>[0]['error'] }>[],
) {
  const results = await Promise.all(calls);
  const refused = results.filter(({ plaintextDEK }) => !plaintextDEK);
  return { keys: results.length - refused.length, reasons: new Set(refused.map(reasonOf)) };
}

describe('a signer who was removed from the Safe that holds a lab', () => {
  let leaver: TestWallet;
  let stayer: TestWallet;
  let safe: Address;
  let lab: RegisteredLab;
  beforeAll(async () => {
    [leaver, stayer] = [await fundedWallet(), await fundedWallet()];
    safe = await deploySafe(chainOf(leaver), [leaver.address, stayer.address]);
    lab = await registeredLab(service, leaver, safe);
    await uploadSecret(service, lab, 'for owners', { path: 'secret.txt' });
    await uploadFile(service, lab, 'kept', { path: 'kept.txt' });
  });

  const operations = contract.operations.filter(
    ({ kind, access, remembersSigner }) =>
      kind === 'mutation' && needsSession.has(access) && !remembersSigner,
  );

  test('gets no key and changes nothing from the block of the removal on', async () => {
    const sign = bySafe(safe, leaver);
    const [forKeys, forNewKeys] = [await tokensOf(TRIES, safe, sign), await tokensOf(TRIES / 10, safe, sign)];
    const forMutations = await tokensOf(operations.length, safe, sign);
    const staying = await tokenOf(safe, bySafe(safe, stayer));
    const [first = ''] = forKeys;
    expect(
      (await decryptDataKey(service, { ...lab, token: first }, { filePath: 'secret.txt' })).error,
    ).toBeNull();
    // What the attempts need, as long as the Safe still has the signer.
    const fixture = { service, lab: { ...lab, wallet: safe } } as unknown as RoleFixture;
    const person = (token: string): Person => ({
      ...{ wallet: { ...leaver, address: safe }, proof: token, unregistered: lab.oclId },
      lab: { ...lab, wallet: safe, token: staying },
    });
    const calls = [];
    for (const [at, { name }] of operations.entries()) {
      const token = forMutations[at] ?? '';
      const variables = await (attempts[name] ?? exampleAttempt(name))(fixture, person(token), false);
      calls.push({ name, token, variables });
    }

    await swapFirstOwner(chainOf(leaver), safe, newWallet().address);
    const asked = forKeys.map((token) =>
      decryptDataKey(service, { ...lab, token }, { filePath: 'secret.txt' }),
    );
    expect(await triesOf(asked)).toEqual({ keys: 0, reasons: new Set(['SIGNER_NOT_CONFIRMED']) });
    const fresh = await triesOf(forNewKeys.map((token) => generateKey(service, token)));
    expect(fresh).toEqual({ keys: 0, reasons: new Set(['SIGNER_NOT_CONFIRMED']) });

    const before = await contentDigest(service);
    const outcomes: Record<string, unknown> = {};
    for (const { name, token, variables } of calls) {
      const { body } = await post(service, operationDocument(operationField(name)), variables, token);
      outcomes[name] = failureIn(name, body)?.reason;
    }
    const all = Object.fromEntries(calls.map(({ name }) => [name, 'SIGNER_NOT_CONFIRMED']));
    expect(outcomes).toEqual(all);
    // The tokens themselves end.
    const { service_tokens: _before, ...rest } = before;
    const { service_tokens: _after, ...now } = await contentDigest(service);
    expect(now).toEqual(rest);
    const kept = await decryptDataKey(service, { ...lab, token: staying }, { filePath: 'secret.txt' });
    expect(kept.error).toBeNull();
  }, 120_000);
});

test('the mutations for which an answer of the last minutes counts are the uploads, and no others', () => {
  const remembered = contract.operations.filter(({ remembersSigner }) => remembersSigner);
  expect(remembered.map(({ name }) => name)).toEqual([
    'generateLabImageUploadUrl',
    'initiateCreateOrUpdateFile',
    'finishCreateOrUpdateFile',
    'addFiles',
  ]);
});

test('the seller of a lab does nothing any more as its account, where that has a role; reads go on for minutes', async () => {
  const [seller, buyer] = [await fundedWallet(), await fundedWallet()];
  const sold = await mintLab(seller);
  const other = await registeredLab(service);
  await grantRole(other.owner, { oclId: other.oclId, to: sold.account, role: 'CONTRIBUTOR' });
  await uploadSecret(service, other, 'for members', { path: 'secret.txt' });
  await uploadFile(service, other, 'kept', { path: 'kept.txt' });
  const [key, trash, read] = await tokensOf(3, sold.account, byAccount(sold.account, seller));
  const decrypt = (token = '') => decryptDataKey(service, { ...other, token }, { filePath: 'secret.txt' });
  expect((await decrypt(key)).error).toBeNull();
  await transferLab(seller, sold, buyer.address);
  expect(reasonOf(await decrypt(key))).toBe('SIGNER_NOT_CONFIRMED');
  const document =
    'mutation($oclId: String!) { trashEntry(oclId: $oclId, paths: ["kept.txt"]) { error { code details } } }';
  const { trashEntry } = await ask(service, document, { oclId: other.oclId }, trash);
  expect(reasonOf(trashEntry)).toBe('SIGNER_NOT_CONFIRMED');
  expect((await ask(service, INBOX, {}, read)).inbox.totalCount).toBe(0);
  const bought = await tokenOf(sold.account, byAccount(sold.account, buyer));
  expect((await decrypt(bought)).error).toBeNull();
});

/** An account that confirms every signature (ERC-1271) until somebody calls it without data. */
const agreeingAccount: Hex =
  '0x6021600c60003960216000f33615601a5760005415631626ba7e0260e01b60005260206000f35b600160005500';

test('another deployed account is asked for each key', async () => {
  const chain = chainOf(await fundedWallet());
  const { contractAddress: account } = await chain.send({ data: agreeingAccount });
  if (!account) throw new Error('The account was not deployed');
  const token = await tokenOf(account, async () => '0x1234');
  expect((await generateKey(service, token)).error).toBeNull();
  await chain.send({ to: account, data: '0x' });
  expect(reasonOf(await generateKey(service, token))).toBe('SIGNER_NOT_CONFIRMED');
});

describe('the question', () => {
  let node: CountingNode;
  let asking: TestService;
  let owner: TestWallet;
  let safe: Address;
  beforeAll(async () => {
    node = await startCountingNode(requireStack('rpcUrl'));
    asking = await startTestService({ rpcUrl: node.url });
    owner = await fundedWallet();
    safe = await deploySafe(chainOf(owner), [owner.address]);
    return async () => {
      await asking.stop();
      await node.close();
    };
  });

  const callsOf = async (call: () => Promise<unknown>): Promise<number> => {
    const before = node.asked.length;
    await call();
    return node.asked.slice(before).filter((method) => method === 'eth_call').length;
  };

  test('is one call of the node for a smart account, and none for a key or a read', async () => {
    const bySigner = await tokenOf(safe, bySafe(safe, owner), asking);
    const { token: byKey } = await signIn(asking, owner);
    expect(await callsOf(() => generateKey(asking, byKey))).toBe(0);
    expect(await callsOf(() => generateKey(asking, bySigner))).toBe(1);
    expect(await callsOf(() => ask(asking, INBOX, {}, bySigner))).toBe(0);
  });

  test('is not answered by one that began before the removal', async () => {
    const leaver = await fundedWallet();
    const account = await deploySafe(chainOf(leaver), [leaver.address, owner.address]);
    const token = await tokenOf(account, bySafe(account, leaver), asking);
    await asking.context.db
      .update(serviceTokens)
      .set({ confirmedAt: sql`now() - interval '5 minutes'` })
      .where(eq(serviceTokens.wallet, account));
    const release = node.hold();
    const before = node.asked.length;
    const read = ask(asking, INBOX, {}, token);
    await expect.poll(() => node.asked.length).toBeGreaterThan(before);
    await swapFirstOwner(chainOf(leaver), account, newWallet().address);
    const key = generateKey(asking, token);
    release();
    expect(reasonOf(await key)).toBe('SIGNER_NOT_CONFIRMED');
    await read;
  });

  test('without an answer gives no key, and ends no token', async () => {
    const relay = await startRelay(requireStack('rpcUrl'));
    const cut = await startTestService({ rpcUrl: relay.url });
    const token = await tokenOf(safe, bySafe(safe, owner), cut);
    relay.cut();
    const refused = await generateKey(cut, token);
    expect([refused.plaintextDEK, refused.error.code]).toEqual([null, 'UPSTREAM_UNAVAILABLE']);
    expect((await ask(cut, INBOX, {}, token)).inbox.totalCount).toBe(0);
    relay.mend();
    expect((await generateKey(cut, token)).error).toBeNull();
    await cut.stop();
    await relay.close();
  });
});

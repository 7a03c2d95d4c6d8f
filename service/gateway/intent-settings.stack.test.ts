import {
  FinishCreateOrUpdateFileDocument,
  LabIntentDocument,
  SetLabIntentDocument,
  SetWalletIntentDocument,
  WalletIntentDocument,
} from '@labroom/client/documents';
import { intentSettingMessage } from '@labroom/protocol/payment-intent';
import { signIn } from '@labroom/testing/actors.ts';
import { deploySafe, signAsSafe } from '@labroom/testing/safe.ts';
import { ask, reasonOf, resultOf, textOf } from '@labroom/testing/test-client.ts';
import {
  callGateway,
  callsOf,
  DATA_KEY,
  fillUp,
  type GatewayAnswer,
  namedPaymentFor,
  payerWith,
  paymentFor,
} from '@labroom/testing/test-gateway.ts';
import { grantRole, mintLab } from '@labroom/testing/test-lab.ts';
import { PRICE, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { signedIntent } from '@labroom/testing/test-payment-intent.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { initiate, put } from '@labroom/testing/test-upload.ts';
import { chainOf, fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { getAddress, hashTypedData } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { beforeAll, describe, expect, test } from 'vitest';

const key = { mutation: 'generateDataEncryptionKey', body: { query: DATA_KEY } } as const;

const service = await openTestService();
const replica = await service.startPeer({ SERVICE_URL: service.url });
const site = new URL(service.context.config.http.webUrl).host;

const set = (args: object) => resultOf(service, SetWalletIntentDocument, args);
const setReason = async (args: object) => reasonOf(await set(args));
/** Pays with a random nonce, as a stock client does. */
const payPlainly = async (payer: TestWallet, at: { url: string } = service) =>
  callGateway(at, key, await paymentFor(service, payer));
const reason = ({ status, body }: Pick<GatewayAnswer, 'status' | 'body'>) => [
  status,
  body.errors?.[0].errorInfo.reason,
];
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

describe('a wallet that signs that its payments must name their calls', () => {
  test('is held to it before its first payment, in every process, and is not charged', async () => {
    const payer = await payerWith(2n * PRICE);
    expect(await set(await signedIntent(payer, true, { site }))).toMatchObject({
      required: true,
      error: null,
    });
    for (const at of [service, replica])
      expect(reason(await payPlainly(payer, at))).toEqual([401, 'INTENT_REQUIRED']);
    expect(await stablecoinsOf(payer.address)).toBe(2n * PRICE);
    expect(await callsOf(service, payer)).toEqual([]);
    const { payment, call } = await namedPaymentFor(service, payer, key);
    expect((await callGateway(service, call, payment)).status).toBe(200);
  });

  test('takes it back by a later signature, and a payment that names its call does not bring it back', async () => {
    const payer = await payerWith(3n * PRICE);
    const first = await namedPaymentFor(service, payer, key);
    expect((await callGateway(service, first.call, first.payment)).status).toBe(200);
    expect(reason(await payPlainly(payer))).toEqual([401, 'INTENT_REQUIRED']);
    expect(await set(await signedIntent(payer, false, { site }))).toMatchObject({ required: false });
    const second = await namedPaymentFor(service, payer, key);
    expect((await callGateway(service, second.call, second.payment)).status).toBe(200);
    expect((await payPlainly(payer, replica)).status).toBe(200);
  });

  test('cannot be released by an old signature, nor by one that was never sent', async () => {
    const payer = await payerWith(PRICE);
    const [kept, off, on] = [
      await signedIntent(payer, false, { site, issuedAt: secondsAgo(50) }),
      await signedIntent(payer, false, { site, issuedAt: secondsAgo(40) }),
      await signedIntent(payer, true, { site, issuedAt: secondsAgo(30) }),
    ];
    for (const args of [off, on]) expect((await set(args)).error).toBeNull();
    for (const args of [kept, off, on]) expect(await setReason(args)).toBe('SIGNATURE_USED');
    expect(reason(await payPlainly(payer))).toEqual([401, 'INTENT_REQUIRED']);
    const expired = await signedIntent(payer, false, { site, issuedAt: secondsAgo(11 * 60) });
    expect(await setReason(expired)).toBe('SIGNATURE_EXPIRED');
  });

  test('decides by the latest of several signatures at once', async () => {
    const payer = privateKeyToAccount(generatePrivateKey());
    const signed = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        signedIntent(payer, at === 7, { site, issuedAt: secondsAgo(60 - at) }),
      ),
    );
    await Promise.all(signed.map(set));
    expect(await setReason(signed[7] ?? {})).toBe('SIGNATURE_USED');
    const { token } = await signIn(service, payer);
    expect((await ask(service, WalletIntentDocument, {}, token)).paidCalls).toEqual({ requiresIntent: true });
  });

  test('is not set by another signature, or one for something else', async () => {
    const [payer, other] = [await payerWith(PRICE), privateKeyToAccount(generatePrivateKey())];
    const signed = await signedIntent(payer, true, { site });
    for (const args of [
      await signedIntent(payer, true, { site: 'other.example' }),
      await signedIntent(payer, true, { site, chainId: 1 }),
      { ...(await signedIntent(other, true, { site })), wallet: payer.address },
      { ...signed, required: false },
      { ...signed, issuedAt: secondsAgo(1) },
      { ...signed, signature: '0x00' },
    ])
      expect(await setReason(args)).toBe('INVALID_SIGNATURE');
    expect((await payPlainly(payer)).status).toBe(200);
  });

  test('may be a Safe, whose owner signs (ERC-1271)', async () => {
    const owner = await fundedWallet();
    const safe = getAddress(await deploySafe(chainOf(owner), [owner.address]));
    const issuedAt = new Date().toISOString();
    const message = intentSettingMessage({ chainId: 31337, site, wallet: safe, issuedAt, required: true });
    const signature = await signAsSafe(owner, safe, hashTypedData(message));
    expect((await set({ wallet: safe, required: true, issuedAt, signature })).error).toBeNull();
    const asOwner = await owner.signTypedData(message);
    expect(await setReason({ wallet: safe, required: false, issuedAt, signature: asOwner })).toBe(
      'INVALID_SIGNATURE',
    );
  });
});

describe('a lab whose owner demands that payments name their calls', () => {
  let owner: TestWallet;
  let lab: RegisteredLab;
  let other: RegisteredLab;
  beforeAll(async () => {
    owner = await fundedWallet();
    lab = await registeredLab(service, owner);
    other = await registeredLab(service, owner);
    await fillUp(owner, 20n * PRICE);
    expect(await setLab(lab, true)).toMatchObject({ required: true, error: null });
  }, 60_000);

  const setLab = ({ oclId }: { oclId: string }, required: boolean, token = lab.token) =>
    resultOf(service, SetLabIntentDocument, { oclId, required }, token);
  const announcement = (oclId: string) => ({
    query:
      'mutation($oclId: String!) { createAnnouncement(oclId: $oclId, headline: "a", body: "b") { error { code } } }',
    variables: { oclId },
  });

  test('a stock client gets INTENT_REQUIRED for calls in it, uncharged, and is served in another lab', async () => {
    const payer = owner;
    const stock = wrapFetchWithPaymentFromConfig(fetch, {
      schemes: [{ network: 'eip155:31337', client: new ExactEvmScheme(payer) }],
      spendControls: {
        allowedAssets: [
          {
            network: 'eip155:31337',
            asset: service.context.config.gateway.asset as `0x${string}`,
            maxAmountPerPayment: String(PRICE),
          },
        ],
      },
    });
    const call = (oclId: string) =>
      stock(`${service.url}/local/x402/labs/createAnnouncement`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(announcement(oclId)),
      });
    const before = await stablecoinsOf(payer.address);
    for (const oclId of [lab.oclId, lab.oclId.toUpperCase().replace('0X', '0x')]) {
      const refused = await call(oclId);
      expect(reason({ status: refused.status, body: await refused.json() })).toEqual([
        401,
        'INTENT_REQUIRED',
      ]);
    }
    expect(await callsOf(service, payer)).toEqual([]);
    expect(await stablecoinsOf(payer.address)).toBe(before);
    expect((await call(other.oclId)).status).toBe(200);
    expect(await stablecoinsOf(payer.address)).toBe(before - PRICE);
  });

  test.each([
    [
      'createLab',
      () => ({ query: 'mutation($oclId: String!) { createLab(input: { oclId: $oclId }) { message } }' }),
    ],
    [
      'initiateCreateOrUpdateFile',
      () => ({
        query:
          'mutation($oclId: String!) { initiateCreateOrUpdateFile(oclId: $oclId, contentType: "text/plain", contentLength: 1) { error { code } } }',
      }),
    ],
    [
      'decryptDataKey',
      () => ({
        query: 'mutation($oclId: String!) { decryptDataKey(oclId: $oclId, filePath: "a.txt") { message } }',
      }),
    ],
    [
      'finishCreateOrUpdateFile',
      async () => {
        const bytes = new TextEncoder().encode('a');
        const upload = await initiate(service, lab, bytes.length);
        await put(upload, bytes);
        const variables = {
          uploadToken: upload.uploadToken,
          path: 'a.txt',
          accessLevel: 'PUBLIC',
          changeBy: lab.wallet,
        };
        return { query: textOf(FinishCreateOrUpdateFileDocument), variables };
      },
    ],
  ] as const)('%s is not served for a payment that names no call', async (mutation, bodyOf) => {
    const body: { query: string; variables?: object } = await bodyOf();
    const call = { mutation, body: { ...body, variables: { oclId: lab.oclId, ...body.variables } } } as const;
    const before = await stablecoinsOf(owner.address);
    const answer = await callGateway(replica, call, await paymentFor(service, owner, mutation));
    expect(reason(answer)).toEqual([401, 'INTENT_REQUIRED']);
    expect(await stablecoinsOf(owner.address)).toBe(before);
  });

  test('a payment that names the call is taken, and a key of no lab needs none', async () => {
    const payer = await payerWith(2n * PRICE);
    await grantRole(owner, { oclId: lab.oclId, to: payer.address, role: 'CONTRIBUTOR' });
    expect((await payPlainly(payer)).status).toBe(200);
    const named = await namedPaymentFor(service, payer, {
      mutation: 'createAnnouncement',
      body: announcement(lab.oclId),
    });
    expect((await callGateway(service, named.call, named.payment)).status).toBe(200);
  });

  test('foresee says so, for this lab and not for another', async () => {
    const foresee = async (oclId: string) => {
      const url = `${service.url}/local/x402/labs/createAnnouncement/foresee`;
      const body = JSON.stringify({
        ...announcement(oclId),
        payerAddress: privateKeyToAccount(generatePrivateKey()).address,
      });
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      return (await response.json()).requiresIntent;
    };
    expect([await foresee(lab.oclId), await foresee(other.oclId)]).toEqual([true, false]);
  });

  test('nobody but an owner changes it, and the owner of another lab neither', async () => {
    const contributor = await fundedWallet();
    await grantRole(owner, { oclId: lab.oclId, to: contributor.address, role: 'CONTRIBUTOR' });
    const outsider = await registeredLab(service);
    const member = await signIn(service, contributor);
    for (const token of [member.token, outsider.token])
      expect(reasonOf(await setLab(lab, false, token))).toBe('UNAUTHORIZED');
    expect(await ask(service, LabIntentDocument, { oclId: lab.oclId })).toMatchObject({
      labWithDataRoomAndFiles: { requiresIntent: true },
    });
  });

  test('an owner takes it back', async () => {
    const free = await registeredLab(service, owner);
    for (const required of [true, false]) expect((await setLab(free, required)).error).toBeNull();
    const call = { mutation: 'createAnnouncement', body: announcement(free.oclId) } as const;
    const answer = await callGateway(service, call, await paymentFor(service, owner, call.mutation));
    expect([answer.status, answer.body.data]).toEqual([200, { createAnnouncement: { error: null } }]);
  });

  test('a lab that is not registered yet has no setting', async () => {
    const fresh = await mintLab(owner);
    const body = {
      query: 'mutation($oclId: String!) { createLab(input: { oclId: $oclId }) { message } }',
      variables: { oclId: fresh.oclId },
    };
    const answer = await callGateway(
      service,
      { mutation: 'createLab', body },
      await paymentFor(service, owner, 'createLab'),
    );
    expect(answer.status).toBe(200);
  });
});

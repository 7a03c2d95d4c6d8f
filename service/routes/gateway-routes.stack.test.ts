import { randomBytes } from 'node:crypto';
import { networks } from '@labroom/contracts/networks';
import { signIn } from '@labroom/testing/actors.ts';
import { deploySafe, signAsSafe, swapFirstOwner } from '@labroom/testing/safe.ts';
import { paymentHeaderOf } from '@labroom/testing/sign-payment.ts';
import {
  callGateway,
  callsOf,
  DATA_KEY,
  fillUp,
  type GatewayAnswer,
  namedPaymentFor,
  payerWith,
  paymentFor,
  UNKNOWN_LAB,
} from '@labroom/testing/test-gateway.ts';
import { PRICE } from '@labroom/testing/test-payment.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { chainOf, fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { eq } from 'drizzle-orm';
import { hashMessage, type SignableMessage } from 'viem';
import { describe, expect, test } from 'vitest';
import { signServiceToken } from '../auth/service-token.ts';
import { serviceTokens } from '../platform/db/tables/tokens.ts';

const service = await openTestService({
  variables: {
    X402_REQUIRE_INTENT: 'decryptDataKey createAnnouncement',
    X402_PRICE_CREATE_LAB: '1.25',
    RATE_LIMIT_PER_ADDRESS: '120',
    RATE_LIMIT_PER_WALLET: '5',
    TRUSTED_PROXIES: '127.0.0.1',
  },
});

const key = { mutation: 'generateDataEncryptionKey', body: { query: DATA_KEY } };
const lab = {
  mutation: 'createLab',
  body: { query: `mutation { createLab(input: {oclId: "${UNKNOWN_LAB}"}) { message } }` },
};
const decrypt = {
  mutation: 'decryptDataKey',
  body: {
    query: `mutation { decryptDataKey(oclId: "${UNKNOWN_LAB}", filePath: "a") { plaintextDEK error { code } } }`,
  },
} as const;
const at = (path: string, init: RequestInit = {}) =>
  fetch(`${service.url}${path}`, {
    method: 'POST',
    body: JSON.stringify(key.body),
    ...init,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1', ...init.headers },
  });

describe('the price', () => {
  test('of the requested mutation is quoted in the format of x402', async () => {
    const { required, headers, status } = await callGateway(service, lab);
    expect(status).toBe(402);
    expect(headers.get('payment-required')).toMatch(/^[A-Za-z0-9+/]+=*$/);
    expect(required).toEqual({
      x402Version: 2,
      error: 'Payment required',
      resource: {
        url: `${service.url}/x402/labs/createLab`,
        description: expect.any(String),
        mimeType: 'application/json',
      },
      accepts: [
        {
          scheme: 'exact',
          network: 'eip155:31337',
          amount: '1250000',
          asset: networks[31337].contracts.usdc,
          payTo: service.context.config.gateway.payTo,
          maxTimeoutSeconds: 300,
          extra: { name: 'USD Coin', version: '2' },
        },
      ],
      // See service/gateway/extensions.
      extensions: expect.any(Object),
    });
    expect((await callGateway(service, key)).required?.accepts[0]?.amount).toBe('10000');
  });

  test('of one mutation does not pay for another', async () => {
    const payer = await payerWith(PRICE);
    const { status, required } = await callGateway(service, lab, await paymentFor(service, payer));
    expect([status, required?.error]).toEqual([402, 'amount_mismatch']);
  });
});

describe('a payment', () => {
  test('may be sent under all header names at once', async () => {
    const payer = await payerWith(PRICE);
    const header = paymentHeaderOf(await paymentFor(service, payer));
    const headers = { 'payment-signature': header, 'x-payment': header, payment: header };
    expect((await callGateway(service, { ...key, headers })).status).toBe(200);
  });

  test('may contain addresses in any letter case', async () => {
    const payer = await payerWith(PRICE);
    const payment = await paymentFor(service, payer);
    const { asset, payTo } = payment.accepted;
    const accepted = { ...payment.accepted, asset: asset.toLowerCase(), payTo: payTo.toLowerCase() };
    expect((await callGateway(service, key, { ...payment, accepted })).status).toBe(200);
  });
});

describe('a rejection', () => {
  test('that is not about the payment has the fields of both gateway and API', async () => {
    const { status, body, headers } = await callGateway(service, { ...key, body: '{' });
    expect(status).toBe(400);
    const info = { requestId: headers.get('x-request-id'), retryable: false, details: {} };
    expect(body).toEqual({
      isSuccess: false,
      message: 'The body is not valid JSON.',
      errors: [
        {
          message: 'The body is not valid JSON.',
          errorType: 'VALIDATION_FAILED',
          errorInfo: info,
          extensions: { code: 'VALIDATION_FAILED', ...info },
        },
      ],
    });
  });

  test.each([
    ['GET', { method: 'GET', body: null }, 405],
    ['another content type', { headers: { 'content-type': 'text/plain' } }, 415],
    ['no content', { body: '' }, 400],
    ['more than 64 KiB', { body: JSON.stringify({ query: 'x'.repeat(2 ** 16) }) }, 413],
  ])('of %s', async (_, init, status) => {
    const response = await at('/local/x402/labs/generateDataEncryptionKey', init);
    expect(response.status).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('of an unknown environment or path', async () => {
    const statuses = ['/production/x402/labs/createLab', '/x402/labs/createLab', '/local/x402/labs'].map(
      async (path) => (await at(path)).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 404]);
    expect((await at('/local/x402/labs/deleteDataRoomFile')).status).toBe(400);
  });
});

test('pages of any origin may pay and read the result', async () => {
  const response = await at('/local/x402/labs/createLab', { method: 'OPTIONS', body: null });
  expect(response.status).toBe(204);
  const header = (name: string) => response.headers.get(`access-control-${name}`);
  expect(header('allow-origin')).toBe('*');
  expect(header('allow-methods')).toBe('POST');
  for (const name of [
    'payment-signature',
    'x-payment',
    'payment',
    'payment-salt',
    'payment-proof',
    'traceparent',
  ])
    expect(header('allow-headers')).toContain(name);
  for (const name of ['payment-required', 'payment-response'])
    expect(header('expose-headers')).toContain(name);
  expect(header('allow-credentials')).toBeNull();
});

describe('a mutation that requires intent', () => {
  test('takes no payment without a derived nonce or a token', async () => {
    const payer = await payerWith(PRICE);
    for (const token of [undefined, 'nonsense']) {
      const headers: Record<string, string> = token === undefined ? {} : { 'x-service-token': token };
      const payment = await paymentFor(service, payer, 'decryptDataKey');
      const { status, body } = await callGateway(service, { ...decrypt, headers }, payment);
      expect([status, body.errors[0].errorInfo.reason]).toEqual([401, 'INTENT_REQUIRED']);
    }
    expect(await callsOf(service, payer)).toEqual([]);
  });

  test('takes a payment that names the call', async () => {
    const payer = await payerWith(PRICE);
    const { payment, call } = await namedPaymentFor(service, payer, decrypt);
    await expectTaken(await callGateway(service, call, payment), payer);
  });

  test('rejects a token of another wallet than the payer', async () => {
    const payer = await payerWith(PRICE);
    const { token } = await signIn(service, await fundedWallet());
    const payment = await paymentFor(service, payer, 'decryptDataKey');
    const answer = await callGateway(service, { ...decrypt, headers: { 'x-service-token': token } }, payment);
    expect([answer.status, answer.body.errors[0].errorInfo.reason]).toEqual([
      403,
      'INTENT_OF_ANOTHER_WALLET',
    ]);
    expect(await callsOf(service, payer)).toEqual([]);
  });

  test('rejects a token for other mutations', async () => {
    const { config, secrets } = service.context;
    const wallet = await fundedWallet();
    const { tokenId } = await signIn(service, wallet);
    const token = await signServiceToken({
      keys: secrets.serviceTokenKeys,
      environment: config.environment,
      tokenId,
      wallet: wallet.address.toLowerCase(),
      serviceName: 'tests',
      authMethod: 'signature',
      issuedAt: new Date(),
      expiresAt: new Date(Date.now() + 60_000),
      allowedMutations: ['createLab'],
    });
    const payment = await paymentFor(service, wallet, 'decryptDataKey');
    const call = { ...decrypt, headers: { 'x-service-token': token } };
    expect((await callGateway(service, call, payment)).status).toBe(401);
  });

  test('rejects a token whose contract no longer confirms its signer', async () => {
    const [leaver, stayer] = [await fundedWallet(), await fundedWallet()];
    const safe = await deploySafe(chainOf(leaver), [leaver.address, stayer.address]);
    const bySafe = {
      ...leaver,
      address: safe,
      signMessage: ({ message }: { message: SignableMessage }) =>
        signAsSafe(leaver, safe, hashMessage(message)),
    };
    const { token, tokenId } = await signIn(service, bySafe);
    const headers = { 'x-service-token': token };
    const ask = async () =>
      callGateway(service, { ...decrypt, headers }, await paymentFor(service, bySafe, 'decryptDataKey'));
    // The Safe has no money.
    expect((await ask()).status).toBe(402);
    await swapFirstOwner(chainOf(leaver), safe, (await fundedWallet()).address);
    await service.context.db
      .update(serviceTokens)
      .set({ confirmedAt: new Date(0) })
      .where(eq(serviceTokens.id, tokenId));
    expect((await ask()).status).toBe(401);
  });

  test("takes a payment with the payer's token", async () => {
    const payer = await fundedWallet();
    await fillUp(payer, PRICE);
    const headers = { 'x-service-token': (await signIn(service, payer)).token };
    expect((await callGateway(service, { ...decrypt, headers })).status).toBe(402);
    const payment = await paymentFor(service, payer, 'decryptDataKey');
    await expectTaken(await callGateway(service, { ...decrypt, headers }, payment), payer);
  });

  /** The payment was claimed. The call is refused for the lab, which does not exist. */
  async function expectTaken({ status, body }: GatewayAnswer, payer: TestWallet) {
    expect([status, body.errors[0].errorInfo.reason]).toEqual([404, 'OCL_NOT_FOUND']);
    expect((await callsOf(service, payer)).map(({ state }) => state)).toEqual(['released']);
  }
});

describe('a caller over its rate limit', () => {
  test('by wallet, gets Retry-After and is not charged', async () => {
    const payer = await payerWith(8n * PRICE);
    const statuses: number[] = [];
    for (let time = 0; time < 8; time += 1)
      statuses.push((await callGateway(service, key, await paymentFor(service, payer))).status);
    const refused = await callGateway(service, key, await paymentFor(service, payer));
    expect(statuses).toContain(429);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await callsOf(service, payer)).toHaveLength(statuses.filter((status) => status === 200).length);
  });

  test('by address or network, is rejected before the body is read', async () => {
    const unique = () => randomBytes(4).toString('hex');
    const network = `2001:db8:${unique().slice(0, 4)}:${unique().slice(0, 4)}`;
    const from = (address: string) =>
      at('/local/x402/labs/createLab', { headers: { 'x-forwarded-for': address }, body: '{' });
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) => from(`${network}::${index + 1}`)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await from('2001:db8::1')).status).toBe(400);
    expect((await from('198.51.100.7')).status).toBe(400);
  });
});

import { networks } from '@labroom/contracts/networks';
import { callGateway, DATA_KEY, fillUp, payerWith } from '@labroom/testing/test-gateway.ts';
import { PRICE, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import type { TestWallet } from '@labroom/testing/test-wallets.ts';
import { wrapAxiosWithPaymentFromConfig } from '@x402/axios';
import type { PaymentPayload } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { extractDiscoveryInfo } from '@x402/extensions/bazaar';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import axios from 'axios';
import { expect, test, vi } from 'vitest';

const service = await openTestService();
const payer = await payerWith(0n);
const url = `${service.url}/local/x402/labs/generateDataEncryptionKey`;

const network = 'eip155:31337';
const body = JSON.stringify({ query: DATA_KEY });
const headers = { 'content-type': 'application/json' };
const configOf = (wallet: TestWallet) => ({
  schemes: [{ network, client: new ExactEvmScheme(wallet) } as const],
  spendControls: {
    allowedAssets: [
      { network, asset: networks[31337].contracts.usdc, maxAmountPerPayment: String(PRICE) } as const,
    ],
  },
});

test('the clients of x402 pay, and their own copies of the description reach no facilitator', async () => {
  await fillUp(payer, 2n * PRICE);
  const verify = vi.spyOn(service.context.facilitator, 'verify');
  const settle = vi.spyOn(service.context.facilitator, 'settle');
  const { schemes, spendControls } = configOf(payer);
  const payingFetch = wrapFetchWithPaymentFromConfig(fetch, { schemes, spendControls });
  const fetched = await payingFetch(url, { method: 'POST', headers, body });
  expect(fetched.status).toBe(200);

  // Version 2.11 has no spend controls.
  const payingAxios = wrapAxiosWithPaymentFromConfig(axios.create(), { schemes });
  const posted = await payingAxios.post(url, body, { headers });
  expect(posted.data.data.generateDataEncryptionKey.error).toBeNull();
  expect(await stablecoinsOf(payer.address)).toBe(0n);

  const given = [...verify.mock.calls, ...settle.mock.calls];
  expect(given).toHaveLength(4);
  for (const [payment, requirements] of given) {
    expect(Object.keys(payment.extensions ?? {})).toEqual(['bazaar']);
    expect(extractDiscoveryInfo(payment, requirements)?.resourceUrl).toBe(
      `${service.context.config.http.publicUrl}/local/x402/labs/generateDataEncryptionKey`,
    );
  }
});

test('a facilitator gets the description of the gateway, whatever the payment has', async () => {
  await fillUp(payer, PRICE);
  const verify = vi.spyOn(service.context.facilitator, 'verify');
  verify.mockClear();
  const lying: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const header = request.headers.get('payment-signature');
    if (header === null) return fetch(request);
    const payment: PaymentPayload = JSON.parse(Buffer.from(header, 'base64').toString());
    const poisoned = {
      ...payment,
      resource: { url: 'https://evil.example', description: 'x' },
      extensions: { bazaar: {} },
    };
    const changed = new Headers(request.headers);
    changed.set('payment-signature', Buffer.from(JSON.stringify(poisoned)).toString('base64'));
    return fetch(new Request(request, { headers: changed }));
  };
  const paying = wrapFetchWithPaymentFromConfig(lying, configOf(payer));
  expect((await paying(url, { method: 'POST', headers, body })).status).toBe(200);
  expect(JSON.stringify(verify.mock.calls)).not.toContain('evil.example');
});

test('the other headers of a 402 leave room for the challenge', async () => {
  const { status, headers: sent } = await callGateway(service, {
    mutation: 'generateDataEncryptionKey',
    body,
  });
  expect(status).toBe(402);
  const others = [...sent].filter(([name]) => name !== 'payment-required');
  const bytes = others.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  // With the challenge of at most 6,200 bytes (bazaar.test.ts): 8 kB, which proxies take.
  expect(bytes).toBeLessThan(2_000);
});

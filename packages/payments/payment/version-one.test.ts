import { expect, test } from 'vitest';
import { z } from 'zod';
import { sellerInMemory, url } from '../sale/seller.fixture.ts';

/** What clients of x402 1.2.0 check of a price (`PaymentRequirementsSchema`): schemes and networks are lists. */
const requirementsOfVersionOne = z.object({
  scheme: z.enum(['exact']),
  network: z.enum(['base', 'base-sepolia']),
  maxAmountRequired: z.string().regex(/^\d+$/),
  resource: z.url(),
  description: z.string(),
  mimeType: z.string(),
  payTo: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  maxTimeoutSeconds: z.int(),
  asset: z.string().regex(/^0x[a-fA-F0-9]{40}$/),
  extra: z.record(z.string(), z.any()).optional(),
});
const text = '{"name":"Ada"}';

test('a client of x402 version 1 finds one thing that it does not know, a scheme whose name is a sentence', async () => {
  const { status, body } = await sellerInMemory().call({ text, headers: {} });
  const { accepts, ...rest } = Object(body);
  expect(status).toBe(402);
  expect(rest).toEqual({
    isSuccess: false,
    message: 'Payment required',
    error: 'Payment required',
    x402Version: 2,
  });
  expect(accepts).toMatchObject([{ resource: url, network: 'base', maxAmountRequired: '10000' }]);
  const { error } = requirementsOfVersionOne.safeParse(accepts[0]);
  expect(error?.issues.map(({ path }) => path)).toEqual([['scheme']]);
  expect(accepts[0].scheme).toMatch(/version 1 is not supported.*version 2.*@x402\/fetch/);
});

test('a payment of version 1 gets the sentence', async () => {
  const payment = { x402Version: 1, scheme: 'exact', network: 'base', payload: {} };
  const header = Buffer.from(JSON.stringify(payment)).toString('base64');
  const { status, body } = await sellerInMemory().call({ text, headers: { 'x-payment': header } });
  expect([status, Object(body).error]).toEqual([402, 'x402_version_not_supported']);
  expect(Object(body).hint).toContain('@x402/fetch');
});

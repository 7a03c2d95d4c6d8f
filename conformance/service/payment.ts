import assert from 'node:assert/strict';
import type { Answer } from '@labroom/testing/test-client.ts';
import { z } from 'zod';

const requirements = z.strictObject({
  scheme: z.literal('exact'),
  network: z.templateLiteral(['eip155:', z.int().positive()]),
  amount: z.string().regex(/^[1-9]\d*$/),
  asset: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  payTo: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  maxTimeoutSeconds: z.int(),
  extra: z.strictObject({ name: z.string(), version: z.string() }),
});
export type Requirements = z.output<typeof requirements>;

const challenge = z.strictObject({
  x402Version: z.literal(2),
  error: z.string().min(1),
  resource: z.strictObject({ url: z.url(), description: z.string().min(1), mimeType: z.string() }),
  accepts: z.array(requirements).min(1),
  /** Those of x402, such as `bazaar`, which clients may ignore. */
  extensions: z.record(z.string(), z.unknown()).optional(),
});
export type Challenge = z.output<typeof challenge>;

const receipt = z.object({
  success: z.boolean(),
  payer: z.string().optional(),
  transaction: z.string(),
  network: z.string(),
  errorReason: z.string().optional(),
});

const fromBase64 = (header: string | null) => JSON.parse(Buffer.from(header ?? '', 'base64').toString());

export function challengeOf({ status, headers, body }: Answer): Challenge {
  assert.equal(status, 402, JSON.stringify(body));
  assert.deepEqual([body.isSuccess, body.message], [false, 'Payment required']);
  return priceIn(headers);
}

/** What the `payment-required` header says of the price, with whatever status. */
export function priceIn(headers: Headers): Challenge {
  return challenge.parse(fromBase64(headers.get('payment-required')));
}

/** What the `payment-response` header says of the settlement. */
export function receiptOf({ headers }: Answer): z.output<typeof receipt> {
  return receipt.parse(fromBase64(headers.get('payment-response')));
}

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { authorizationTypes } from '@x402/evm';
import type { Hex, PrivateKeyAccount } from 'viem';
import { z } from 'zod';
import type { Answer } from '#testing/test-client.ts';

const requirements = z.strictObject({
  scheme: z.literal('exact'),
  network: z.string().regex(/^eip155:\d+$/),
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
export const toBase64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

export function challengeOf({ status, headers, body }: Answer): Challenge {
  assert.equal(status, 402, JSON.stringify(body));
  assert.deepEqual(body, { isSuccess: false, message: 'Payment required' });
  return challenge.parse(fromBase64(headers.get('payment-required')));
}

/** What the `payment-response` header says of the settlement. */
export function receiptOf({ headers }: Answer): z.output<typeof receipt> {
  return receipt.parse(fromBase64(headers.get('payment-response')));
}

interface Changes {
  value?: bigint;
  to?: Hex;
  validBefore?: bigint;
}

/** Signs an EIP-3009 authorization for exactly what was quoted, unless changed. @returns the payment, not yet in Base64 */
export async function signPayment(payer: PrivateKeyAccount, accepted: Requirements, changes: Changes = {}) {
  const { amount, asset, payTo, network, maxTimeoutSeconds, extra } = accepted;
  const message = {
    from: payer.address,
    to: payTo as Hex,
    value: BigInt(amount),
    validAfter: 0n,
    validBefore: BigInt(Math.floor(Date.now() / 1000) + maxTimeoutSeconds),
    nonce: `0x${randomBytes(32).toString('hex')}` as Hex,
    ...changes,
  };
  const signature = await payer.signTypedData({
    domain: { ...extra, chainId: Number(network.slice(7)), verifyingContract: asset as Hex },
    types: authorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message,
  });
  const authorization = {
    ...message,
    value: `${message.value}`,
    validAfter: '0',
    validBefore: `${message.validBefore}`,
  };
  return { x402Version: 2, accepted, payload: { signature, authorization } };
}

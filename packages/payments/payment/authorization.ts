import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { type Address, type Hex, maxUint256 } from 'viem';
import { z } from 'zod';

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((value) => value.toLowerCase() as Address);
const uint256 = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt)
  .refine((value) => value <= maxUint256);
const signature = z
  .string()
  .regex(/^0x([0-9a-fA-F]{2})*$/)
  .transform((value) => value as Hex);
const nonce = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform((value) => value.toLowerCase() as Hex);

const transferWithAuthorization = z.strictObject({
  signature,
  authorization: z.strictObject({
    from: address,
    to: address,
    value: uint256,
    validAfter: uint256,
    validBefore: uint256,
    nonce,
  }),
});

const permitWitnessTransferFrom = z.strictObject({
  signature,
  permit2Authorization: z.strictObject({
    from: address,
    spender: address,
    permitted: z.strictObject({ token: address, amount: uint256 }),
    nonce: uint256,
    deadline: uint256,
    witness: z.strictObject({ to: address, validAfter: uint256 }),
  }),
});

/** What a payer signed, parsed: addresses and nonces in lower case. */
export type Authorization =
  | ({ kind: 'eip3009'; signature: Hex } & z.output<typeof transferWithAuthorization>['authorization'])
  | ({ kind: 'permit2'; signature: Hex } & z.output<
      typeof permitWitnessTransferFrom
    >['permit2Authorization']);

export type Eip3009Authorization = Extract<Authorization, { kind: 'eip3009' }>;
export type Permit2Authorization = Extract<Authorization, { kind: 'permit2' }>;

/** Known keys of a payload, by kind. Any other key makes the kind unknown. */
const payloadKeys = new Set(['signature', 'authorization', 'permit2Authorization']);

/** The first key of a payload that neither EIP-3009 nor Permit2 has; `null` without one. */
export function unknownKeyOf(payload: Record<string, unknown>): string | null {
  return Object.keys(payload).find((key) => !payloadKeys.has(key)) ?? null;
}

/**
 * Returns the EIP-3009 (`transferWithAuthorization`) or Permit2 authorization of a payment; `null` if there is none,
 * both, an invalid one, or an unknown key.
 */
export function readAuthorization({ payload }: Pick<PaymentPayload, 'payload'>): Authorization | null {
  const eip3009 = transferWithAuthorization.safeParse(payload);
  if (eip3009.success) {
    return { kind: 'eip3009', signature: eip3009.data.signature, ...eip3009.data.authorization };
  }
  const permit2 = permitWitnessTransferFrom.safeParse(payload);
  if (permit2.success) {
    return { kind: 'permit2', signature: permit2.data.signature, ...permit2.data.permit2Authorization };
  }
  return null;
}

/** The parsed payment without other data of the client. Numbers are decimal strings, as in x402. */
export function paymentOf(authorization: Authorization, requirements: PaymentRequirements): PaymentPayload {
  const { kind, signature, ...message } = authorization;
  const plain = JSON.parse(
    JSON.stringify(message, (_, value) => (typeof value === 'bigint' ? value.toString() : value)),
  );
  const payload =
    kind === 'eip3009' ? { signature, authorization: plain } : { signature, permit2Authorization: plain };
  return { x402Version: 2, accepted: requirements, payload };
}

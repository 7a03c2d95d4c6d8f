import { createHmac, hkdfSync } from 'node:crypto';
import { JSON_SCHEMA_DIALECT } from '@labroom/protocol/json-schema-dialect';
import type { PaymentPayload } from '@x402/core/types';
import { type Hex, hexToBytes } from 'viem';
import { z } from 'zod';
import { badCall } from './call-errors.ts';

/** Key in `extensions` of a 402 and of a payment. */
const PAYMENT_IDENTIFIER = 'payment-identifier';

/** What a 402 declares: a payment may have an id. */
export const paymentIdentifierExtension = {
  [PAYMENT_IDENTIFIER]: {
    info: { required: false },
    schema: {
      $schema: JSON_SCHEMA_DIALECT,
      type: 'object',
      properties: {
        required: { type: 'boolean' },
        id: { type: 'string', minLength: 16, maxLength: 128 },
      },
      required: ['required'],
    },
  },
};

/** Clients repeat what the 402 declares, with or without an id. */
const declared = z.object({
  [PAYMENT_IDENTIFIER]: z.object({ info: z.object({ id: z.unknown().optional() }) }),
});
const identifier = z.string().regex(/^[a-zA-Z0-9_-]{16,128}$/);

/**
 * The id that a client gave its payment; `null` without one.
 * @throws CallRejectedError 400 for one of another form
 */
export function readIdentifier(extensions: unknown): string | null {
  const given = declared.safeParse(extensions).data?.[PAYMENT_IDENTIFIER].info.id;
  if (given === undefined) return null;
  const { data } = identifier.safeParse(given);
  if (data === undefined)
    throw badCall('The id of the payment must have 16 to 128 letters, digits, hyphens and underscores.');
  return data;
}

/** Keys of the seller, the one that is used for new rows first. */
export type SellerKeys = readonly [Uint8Array, ...Uint8Array[]];

interface IdentifiedPayment {
  payer: string;
  identifier: string | null;
  payload: PaymentPayload;
}

/** Hashes of the id as the database has them, the one to store first. Keyed, because ids can be guessed. */
export function identifierHashes(
  keys: SellerKeys,
  { payer, identifier: id }: Omit<IdentifiedPayment, 'payload'>,
): string[] {
  if (id === null) return [];
  return keys.map((key) => createHmac('sha256', key).update(`${payer} ${id}`).digest('hex'));
}

/**
 * What the key of a kept answer is derived from; `null` if no answer is kept. The salt, which only payer and gateway know; or id and
 * signature of the payment with a key of the service, because clients log ids and the chain shows signatures; or the signature alone
 * where the answer holds no secret. The database has none of them.
 */
export function answerSecret(
  [key]: SellerKeys,
  { identifier: id, payload }: Omit<IdentifiedPayment, 'payer'>,
  { salt, isRepeatable }: { salt: Hex | null; isRepeatable: boolean },
): Uint8Array | null {
  if (salt !== null) return hexToBytes(salt);
  if (id === null && !isRepeatable) return null;
  const shared = Buffer.concat([key, Buffer.from(`${id ?? ''} ${payload.payload.signature}`)]);
  return new Uint8Array(hkdfSync('sha256', shared, '', 'labroom payment identifier', 32));
}

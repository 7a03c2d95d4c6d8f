import { ambiguityOf } from '@labroom/protocol/duplicate-key';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { type Hex, isAddress, numberToHex } from 'viem';
import { z } from 'zod';
import { type Authorization, paymentOf, readAuthorization, unknownKeyOf } from './authorization.ts';
import { mismatchOf } from './authorization-hash.ts';
import { badCall, PaymentRejectedError } from './call-errors.ts';
import type { Offer } from './offer.ts';
import { readIdentifier } from './payment-identifier.ts';

/** A payment that matches the requirements and is not yet verified. */
export interface Payment {
  /** Kind of authorization. Each kind has its own nonces. */
  method: Authorization['kind'];
  /** Lowercase. */
  payer: `0x${string}`;
  nonce: string;
  validBefore: Date;
  /** The client's id of the payment (x402 `payment-identifier`). */
  identifier: string | null;
  /** The payload to verify and settle: the client's authorization with the requirements of this gateway. */
  payload: PaymentPayload;
}

/** Accepted names of the payment header (docs/specification/gateway.md#payment-flow). */
const headerNames = ['payment-signature', 'x-payment', 'payment'];
const MAX_HEADER = 8_192;
const MAX_MESSAGE = 500;
/** Upper bound of times. PostgreSQL and JavaScript support later ones, but no payment needs them. */
const END_OF_TIME = new Date('9999-12-31T00:00:00Z');

const envelopeSchema = z.object({
  x402Version: z.number(),
  accepted: z.object({
    scheme: z.string(),
    network: z.string(),
    amount: z.string(),
    asset: z.string(),
    payTo: z.string(),
    extra: z.record(z.string(), z.unknown()).nullish(),
  }),
  payload: z.record(z.string(), z.unknown()),
  extensions: z.unknown().optional(),
});
export type Envelope = z.output<typeof envelopeSchema>;

/**
 * The payment header, or null when there is none.
 * @throws CallRejectedError 400 when there are two that differ
 */
export function paymentHeader(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | null {
  // Node joins repeated headers with a comma, which Base64 does not contain.
  const values = headerNames.flatMap((name) => headers[name]?.toString().split(',') ?? []);
  const given = new Set(values.map((value) => value.trim()));
  if (given.size > 1) throw badCall(`Send one payment, in one of the headers ${headerNames.join(', ')}.`);
  const [header] = given;
  return header ?? null;
}

/**
 * Parses a payment and compares it with the gateway's own requirements, never with the client's copy.
 * @param payerAddress of the body, used if the payment names no payer
 * @throws PaymentRejectedError if it is malformed or pays for something else
 * @throws CallRejectedError 400 if it names no payer or two, or is of an unknown kind
 */
export function readPayment(
  { requirements }: Pick<Offer, 'requirements'>,
  { accepted, payload, extensions }: Envelope,
  payerAddress: string | undefined,
): Payment {
  const payer = resolvePayer(payload, payerAddress);
  mustMatch(accepted, requirements);
  if (!payload.authorization && !payload.permit2Authorization)
    throw new PaymentRejectedError('unsupported_payload_type');
  const authorization = readAuthorization({ payload });
  if (!authorization) throw new PaymentRejectedError('payment_malformed');
  // Compares the signed authorization, not the requirements that the client sent along.
  const mismatch = mismatchOf(authorization, requirements);
  if (mismatch) throw new PaymentRejectedError(mismatch);
  return {
    method: authorization.kind,
    payer,
    nonce: String(authorization.nonce),
    validBefore: endOf(authorization),
    identifier: readIdentifier(extensions),
    payload: paymentOf(authorization, requirements),
  };
}

/** 32 bytes; `Payment.nonce` is decimal for Permit2. */
export const nonceOf = ({ nonce }: Payment): Hex => numberToHex(BigInt(nonce), { size: 32 });

function endOf(authorization: Authorization): Date {
  const seconds = authorization.kind === 'eip3009' ? authorization.validBefore : authorization.deadline;
  const ms = seconds * 1_000n;
  return ms > END_OF_TIME.getTime() ? END_OF_TIME : new Date(Number(ms));
}

/** @throws PaymentRejectedError if the header is no payment of x402 2 */
export function decodePayment(header: string): Envelope {
  if (header.length > MAX_HEADER) throw new PaymentRejectedError('payment_too_large');
  const json = jsonOf(header);
  // Payments of version 1 have another form.
  const version = z.object({ x402Version: z.number() }).safeParse(json).data?.x402Version;
  if (version !== undefined && version !== 2) throw new PaymentRejectedError('x402_version_not_supported');
  const envelope = envelopeSchema.safeParse(json);
  if (!envelope.success) throw new PaymentRejectedError('payment_malformed');
  return envelope.data;
}

/** Decodes Base64 JSON; `undefined` if it is neither. */
function jsonOf(header: string): unknown {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(header)) return undefined;
  const text = Buffer.from(header, 'base64').toString('utf8');
  try {
    const json: unknown = JSON.parse(text);
    return ambiguityOf(text) === null ? json : undefined;
  } catch {
    return undefined;
  }
}

/** Rejects two authorizations: they could name two payers, and only one is verified (docs/specification/gateway.md#payer). */
function resolvePayer(payload: Record<string, unknown>, payerAddress: string | undefined): `0x${string}` {
  const { authorization, permit2Authorization } = payload;
  if (authorization && permit2Authorization)
    throw badCall('The payment has two authorizations. Send exactly one.', 'TWO_AUTHORIZATIONS');
  const unknown = unknownKeyOf(payload);
  if (unknown !== null) {
    const message = `The payload has the unknown field ${JSON.stringify(unknown)}. Send only an EIP-3009 or Permit2 authorization with its signature.`;
    throw badCall(briefly(message), 'UNSUPPORTED_PAYLOAD');
  }
  const named = z.object({ from: z.string() }).safeParse(authorization ?? permit2Authorization);
  const payer = [named.data?.from, payerAddress].find(
    (candidate) => candidate !== undefined && isAddress(candidate, { strict: false }),
  );
  if (payer === undefined) throw badCall('The payment names no payer.', 'PAYER_UNKNOWN');
  return payer.toLowerCase() as `0x${string}`;
}

/** Shortens a message that quotes input, without splitting a character. */
function briefly(message: string): string {
  const cut = message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE - 1)}…` : message;
  return cut.toWellFormed();
}

/** @throws PaymentRejectedError unless the client accepted what is required */
export function mustMatch(accepted: Envelope['accepted'], requirements: PaymentRequirements): void {
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  if (accepted.scheme !== requirements.scheme) throw new PaymentRejectedError('scheme_mismatch');
  if (accepted.network !== requirements.network) throw new PaymentRejectedError('network_mismatch');
  if (!same(accepted.asset, requirements.asset)) throw new PaymentRejectedError('asset_mismatch');
  if (!same(accepted.payTo, requirements.payTo)) throw new PaymentRejectedError('recipient_mismatch');
  if (accepted.amount !== requirements.amount) throw new PaymentRejectedError('amount_mismatch');
  for (const [key, value] of Object.entries(requirements.extra))
    if (accepted.extra?.[key] !== value) throw new PaymentRejectedError('domain_mismatch');
}

import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { z } from 'zod';

export interface FacilitatorAddress {
  /** The part of a facilitator that answers `/verify` and `/settle`. */
  url: string;
  /** Sent with every request. */
  headers: Readonly<Record<string, string>>;
}

interface Question {
  payment: PaymentPayload;
  requirements: PaymentRequirements;
  timeoutMs: number;
}

const said = z.string().nullish();
const verdictSchema = z.object({ isValid: z.boolean(), invalidReason: said, payer: said });
const settlementSchema = z.object({
  success: z.boolean(),
  errorReason: said,
  payer: said,
  transaction: z.string(),
  network: z.string(),
});
/** Schema of an answer with an error status: every field is optional. */
const failureSchema = settlementSchema.extend({ transaction: said, network: said });

/** Responses have a few hundred bytes. */
const maxBytes = 256 * 1024;

/** @throws if there is no valid response in time */
export async function askToVerify(facilitator: FacilitatorAddress, question: Question) {
  const { status, body } = await ask(facilitator, '/verify', question);
  return { status, ...verdictSchema.parse(body) };
}

/** @throws if there is no valid response in time. The payment may be settled nevertheless */
export async function askToSettle(facilitator: FacilitatorAddress, question: Question) {
  const { status, body } = await ask(facilitator, '/settle', question);
  if (status < 300) return { status, ...settlementSchema.parse(body) };
  return { status, ...failureSchema.parse(body), success: false };
}

/**
 * [Note: no redirect] Rejects redirects. The library's own client follows them with headers that can contain an API
 * key, so a redirect would leak the key and let another host decide about payments.
 */
async function ask(
  { url, headers }: FacilitatorAddress,
  path: string,
  { payment, requirements, timeoutMs }: Question,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      x402Version: payment.x402Version,
      paymentPayload: payment,
      paymentRequirements: requirements,
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, body: JSON.parse(await textOf(response)) };
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new Error(`The facilitator answered with more than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

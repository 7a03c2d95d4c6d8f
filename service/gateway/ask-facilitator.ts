import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { z } from 'zod';

/** A facilitator behind HTTP (x402, "Facilitator interface"). */
export interface FacilitatorAddress {
  /** What `/verify` and `/settle` stand behind. */
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
/** With a status that is no success, not all of it need be there. */
const failureSchema = settlementSchema.extend({ transaction: said, network: said });

/** Answers are a few hundred bytes. */
const maxBytes = 256 * 1024;

/** @throws where no answer comes in time, or something else */
export async function askToVerify(facilitator: FacilitatorAddress, question: Question) {
  const { status, body } = await ask(facilitator, '/verify', question);
  return { status, ...verdictSchema.parse(body) };
}

/** @throws where no answer comes in time, or something else: the payment may be settled all the same */
export async function askToSettle(facilitator: FacilitatorAddress, question: Question) {
  const { status, body } = await ask(facilitator, '/settle', question);
  if (status < 300) return { status, ...settlementSchema.parse(body) };
  return { status, ...failureSchema.parse(body), success: false };
}

/**
 * [Note: no redirect] The library's own client follows redirects, with headers that may hold a key: whoever can make the
 * facilitator send us elsewhere would get them, and his word would move money.
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

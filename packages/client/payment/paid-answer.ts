import { CombinedError } from '@urql/core';
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http';
import type { PaymentRequired, SettleResponse } from '@x402/core/types';
import { LabroomError } from '../api/api-failure.ts';
import { dataOf } from '../api/execute.ts';
import type { PaymentReceipt } from './payment-receipt.ts';

const channelRefusal = 'invalid_batch_settlement_evm_';
/** Another call of the channel runs. */
export const CHANNEL_BUSY = `${channelRefusal}channel_busy`;
/** The voucher does not follow what was charged. */
export const TOTAL_MISMATCH = `${channelRefusal}cumulative_amount_mismatch`;

/** Updates the receipt with the settlement in the gateway's response. */
export function settleReceipt(receipt: PaymentReceipt, { status, headers }: Response): PaymentReceipt {
  const settlement = readSettlement(headers);
  const known = { ...receipt, requestId: headers.get('x-request-id') };
  const transaction = settlement?.transaction || null;
  if (settlement?.success) return { ...known, state: 'paid', transaction };
  // With any status: either the call was served but not yet settled, or the request was duplicated on the way and the
  // other one was served.
  if (settlement?.errorReason === 'settlement_pending')
    return { ...known, state: 'pending', transaction, reason: settlement.errorReason };
  if (status === 200) {
    const reason = settlement?.errorReason ?? 'no_payment_response';
    return { ...known, state: settlement ? 'pending' : 'sent', transaction, reason };
  }
  if (status === 402) {
    const reason = settlement?.errorReason ?? refusalOf(headers) ?? 'payment_refused';
    return { ...known, state: isUsed(receipt, reason, headers) ? 'sent' : 'not-charged', reason };
  }
  // The gateway's responses always have a request id and a JSON body. Any other response is from a proxy, and the
  // gateway may still be running the call.
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  const isGateway = status < 500 || (known.requestId !== null && isJson);
  return { ...known, state: isGateway ? 'not-charged' : 'sent', reason: `http_${status}` };
}

/** Whether a payment that is refused was taken before. */
function isUsed({ channel }: PaymentReceipt, reason: string, headers: Headers): boolean {
  if (channel?.kind !== 'voucher' || reason !== TOTAL_MISMATCH) return reason === 'payment_already_used';
  const charged = chargedIn(readChallenge(headers));
  return charged === null || charged >= BigInt(channel.total);
}

export async function readData<Data>(response: Response): Promise<Data> {
  const body = await readBody(response);
  if (!body || (!response.ok && !body.errors?.length)) {
    const message = `The gateway answered ${response.status} without a result.`;
    throw new LabroomError({ code: 'INTERNAL_ERROR', message });
  }
  const error = body.errors?.length ? new CombinedError({ graphQLErrors: body.errors, response }) : undefined;
  return dataOf<Data>({ data: body.data as Data | undefined, error });
}

interface GraphqlBody {
  data?: unknown;
  errors?: { message: string }[];
}

async function readBody(response: Response): Promise<GraphqlBody | null> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' ? body : null;
  } catch {
    return null;
  }
}

export function readSettlement(headers: Headers): SettleResponse | null {
  try {
    return decodePaymentResponseHeader(headers.get('payment-response') ?? '');
  } catch {
    return null;
  }
}

/** Why the gateway refused a payment, as a short code. */
export const refusalOf = (headers: Headers): string | null => readChallenge(headers)?.error ?? null;

/** The challenge of a 402; `null` without one. */
export function readChallenge(headers: Headers): PaymentRequired | null {
  try {
    return decodePaymentRequiredHeader(headers.get('payment-required') ?? '');
  } catch {
    return null;
  }
}

/** What the challenge says of a payment channel. */
export function channelIn(challenge: PaymentRequired | null): Record<string, unknown> {
  return challenge?.accepts?.find(({ scheme }) => scheme === 'batch-settlement')?.extra ?? {};
}

/** What it says was charged to the channel in all; `null` if it says nothing. */
export function chargedIn(challenge: PaymentRequired | null): bigint | null {
  const state = channelIn(challenge).channelState as { chargedCumulativeAmount?: unknown } | undefined;
  const charged = state?.chargedCumulativeAmount;
  return typeof charged === 'string' && /^\d{1,39}$/.test(charged) ? BigInt(charged) : null;
}

import type { ForeseeQuery } from '../documents/documents.generated.ts';
import { readData } from './paid-answer.ts';
import { withPayment } from './paid-call-failure.ts';
import { sendFreeRequest, sendRequest } from './send-request.ts';

/** What the gateway foresees. Fields that are `null` in GraphQL are absent. */
export type Foresight = Partial<ForeseeQuery['foresee']> & { runs: boolean };

interface Foreseen {
  /** `null` for a gateway that does not foresee. */
  foreseen: Foresight | null;
  /** The header `payment-required`: the price, with its signed offer. */
  price: string | null;
}

/**
 * Asks the gateway, free of charge, whether a paid call would run now (docs/specification/gateway.md#foresee). Errors: `PaidCallError` where the call is malformed, or the question cannot be answered now.
 * @param url of the call
 * @param body of the call
 */
export async function foreseeCall(
  url: string,
  body: object,
  wallet: string,
  signal: AbortSignal | undefined,
): Promise<Foreseen> {
  const question = JSON.stringify({ ...body, payerAddress: wallet });
  const response = await sendFreeRequest(() => sendRequest(`${url}/foresee`, question, { signal }), signal);
  if (response.ok)
    return { foreseen: await response.json(), price: response.headers.get('payment-required') };
  if (response.status === 404) return { foreseen: null, price: null };
  throw await readData(response).catch((error: unknown) => withPayment(error, {}));
}

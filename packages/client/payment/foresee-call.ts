import type { ForeseeQuery } from '../documents.generated.ts';
import { readData } from './paid-answer.ts';
import { withPayment } from './paid-call-failure.ts';
import { sendFreeRequest, sendRequest } from './send-request.ts';

/** What the gateway foresees. Fields that are `null` in GraphQL are absent. */
export type Foresight = Partial<ForeseeQuery['foresee']> & { runs: boolean };

/**
 * Asks the gateway, free of charge, whether a paid call would run now (docs/specification/gateway.md#foresee). `null` for a
 * gateway that does not foresee. Errors: `PaidCallError` where the call is malformed, or the question cannot be answered now.
 * @param url of the call
 * @param body of the call
 */
export async function foreseeCall(
  url: string,
  body: object,
  wallet: string,
  signal: AbortSignal | undefined,
): Promise<Foresight | null> {
  const question = JSON.stringify({ ...body, payerAddress: wallet });
  const response = await sendFreeRequest(() => sendRequest(`${url}/foresee`, question, { signal }), signal);
  if (response.ok) return response.json();
  if (response.status === 404) return null;
  throw await readData(response).catch((error: unknown) => withPayment(error, {}));
}

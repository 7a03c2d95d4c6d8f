import type { ForeseeQuery } from '../documents.generated.ts';
import { readData } from './paid-answer.ts';
import { unreachable, withPayment } from './paid-call-failure.ts';

/** What the gateway foresees. Fields that are `null` in GraphQL are absent. */
type Foresight = Partial<ForeseeQuery['foresee']> & { runs: boolean };

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
  const response = await fetch(`${url}/foresee`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, payerAddress: wallet }),
    redirect: 'error',
    signal: signal ?? null,
  }).catch(unreachable);
  if (response.ok) return response.json();
  if (response.status === 404) return null;
  throw await readData(response).catch((error: unknown) => withPayment(error, {}));
}

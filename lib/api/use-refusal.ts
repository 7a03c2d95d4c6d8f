'use client';
import { ForeseeDocument, type ForeseeQueryVariables } from '@labroom/client/documents';
import { type Refusal, refusalOf } from './foresight.ts';
import { useApiQuery } from './use-api-query.ts';

interface AskedCall {
  operation: ForeseeQueryVariables['operation'];
  /** Arguments of the mutation. */
  variables: object;
  /** Of the caller. It need not be signed in. */
  wallet: string;
}

interface AskedRefusal {
  /** `null` where the call would run, and while that is not known: the call itself decides. */
  refusal: Refusal | null;
  askAgain(): void;
}

/**
 * Asks, before a wallet signs or bytes are sent, whether a call would run now (docs/specification/gateway.md#foresee). Must be used
 * within `ApiProvider`.
 * @param call `null`: nothing to ask, e.g. because the page knows the answer
 */
export function useRefusal(call: AskedCall | null): AskedRefusal {
  const { operation = 'createLab', variables = {}, wallet = '' } = call ?? {};
  const asked = { operation, variables: JSON.stringify(variables), wallet };
  const options = { pause: !call, requestPolicy: 'network-only' } as const;
  // While the next answer is loading, `data` is that to another question.
  const { data, isLoading, reload } = useApiQuery(ForeseeDocument, asked, options);
  return { refusal: call && data && !isLoading ? refusalOf(data.foresee, wallet) : null, askAgain: reload };
}

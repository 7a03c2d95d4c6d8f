import { unreachable } from './paid-call-failure.ts';

interface RequestOptions {
  headers?: Record<string, string>;
  signal: AbortSignal | undefined;
}

/**
 * Sends a request to the gateway and receives its answer to the end, so that an answer that breaks off counts as lost.
 * Errors: those of `fetch`.
 */
export async function sendRequest(
  url: string,
  body: string,
  { headers, signal }: RequestOptions,
): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    redirect: 'error',
    signal: signal ?? null,
  });
  await response.clone().arrayBuffer();
  return response;
}

/** Waits between questions, in milliseconds. */
const waits = [200, 1_000];

/** Asks what costs nothing up to three times, until there is an answer. Errors: `PaidCallError` `NETWORK_ERROR`. */
export async function sendFreeRequest(
  ask: () => Promise<Response>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  for (const ms of waits) {
    const response = await ask().catch(() => null);
    if (response) return response;
    if (signal?.aborted) break;
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
  return ask().catch(unreachable);
}

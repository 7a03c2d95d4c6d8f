/** Failures of the way to the chain: they say nothing about the contract that was asked. */
const nodeFailures = new Set([
  'HttpRequestError',
  'TimeoutError',
  'LimitExceededRpcError',
  'ResourceUnavailableRpcError',
]);

/**
 * What a contract answers; `null` where it has no such function or refuses. A node that fails is no refusal: its error
 * is thrown on.
 */
export async function unlessRefused<Value>(call: Promise<Value>): Promise<Value | null> {
  try {
    return await call;
  } catch (error) {
    for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
      if (nodeFailures.has(cause.name)) throw error;
    }
    return null;
  }
}

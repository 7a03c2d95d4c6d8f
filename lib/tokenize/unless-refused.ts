/** Errors of the connection, which say nothing about the contract. */
const nodeFailures = new Set([
  'HttpRequestError',
  'TimeoutError',
  'LimitExceededRpcError',
  'ResourceUnavailableRpcError',
]);

/**
 * Returns the result of a call; `null` if the contract has no such function or reverts. Errors of the node are thrown.
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

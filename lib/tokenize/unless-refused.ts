import { isContractError } from '@labroom/protocol/call-error';

/**
 * Returns the result of a call; `null` if the contract has no such function, reverts, or answers something else. Errors of
 * the node are thrown: a node that did not answer says nothing about the contract.
 */
export async function unlessRefused<Value>(call: Promise<Value>): Promise<Value | null> {
  try {
    return await call;
  } catch (error) {
    if (isContractError(error)) return null;
    throw error;
  }
}

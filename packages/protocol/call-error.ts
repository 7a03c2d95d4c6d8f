import { BaseError, CallExecutionError, ContractFunctionExecutionError, RpcRequestError } from 'viem';
import { isContractFailure } from './contract-failure.ts';

/**
 * Whether the contract caused an error of viem: it reverted, has no such function, or answered something else. An error
 * that is not clearly about the contract counts as the node's.
 */
export function isContractError(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  const answer = error.walk((cause) => cause instanceof RpcRequestError);
  if (answer instanceof RpcRequestError)
    return isContractFailure({ code: answer.code, message: answer.details });
  // The node answered the call, but not with a result of this function.
  const wasAnswered = !error.walk((cause) => cause instanceof CallExecutionError);
  return error instanceof ContractFunctionExecutionError && wasAnswered;
}

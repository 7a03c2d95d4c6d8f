import { isContractFailure } from '@labroom/protocol/contract-failure';
import { BaseError, type Hex, isHex, ResponseBodyTooLargeError, RpcRequestError } from 'viem';
import { ServiceError } from '#platform/errors/errors.ts';

/** The contract caused `REVERTED` and `TOO_LARGE`; the node caused `UNAVAILABLE`. */
export type CallFailure = { kind: 'REVERTED'; data: Hex } | { kind: 'TOO_LARGE' } | { kind: 'UNAVAILABLE' };

/**
 * Tells whether the contract failed or the node did. An error that is not clearly about
 * the contract counts as the node's failure, which callers must treat as "not known".
 */
export function classifyCallError(error: unknown): CallFailure {
  if (!(error instanceof BaseError)) return { kind: 'UNAVAILABLE' };
  if (error.walk((cause) => cause instanceof ResponseBodyTooLargeError)) return { kind: 'TOO_LARGE' };
  const answer = error.walk((cause) => cause instanceof RpcRequestError);
  if (!(answer instanceof RpcRequestError)) return { kind: 'UNAVAILABLE' };
  if (!isContractFailure({ code: answer.code, message: answer.details })) return { kind: 'UNAVAILABLE' };
  return { kind: 'REVERTED', data: revertData(answer.data) };
}

/**
 * The error that callers see when a node fails. The cause keeps the message without the URL, which may hold a node's
 * API key.
 */
export function chainUnavailable(error: unknown): ServiceError {
  const what = error instanceof BaseError ? `${error.shortMessage} ${error.details}` : String(error);
  return new ServiceError('UPSTREAM_UNAVAILABLE', 'The chain could not be read. Try again in a moment.', {
    reason: 'CHAIN_UNAVAILABLE',
    cause: new Error(what),
  });
}

function revertData(data: unknown): Hex {
  if (isHex(data)) return data;
  if (typeof data === 'object' && data !== null && 'data' in data && isHex(data.data)) return data.data;
  return '0x';
}

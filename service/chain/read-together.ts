import {
  BaseError,
  type ContractFunctionParameters,
  type MulticallParameters,
  type MulticallReturnType,
  RawContractError,
} from 'viem';
import { chainUnavailable } from './call-failure.ts';
import type { ChainClient } from './chain-client.ts';

/** `null` for a question that reverted. */
type OrReverted<answers extends readonly unknown[]> = { [index in keyof answers]: answers[index] | null };

/**
 * Reads several things of the project's own contracts in one `eth_call`, hence of one block, the latest.
 *
 * [Note: one call for several] Multicall3 runs as init code and is forgotten, as on a chain that has none. The answers come as one
 * piece of data, in the order of the questions, so that none can be missing, or taken for that of another question or
 * another caller, as in a JSON-RPC batch, whose answers viem tells apart by their order alone.
 * @throws ServiceError `UPSTREAM_UNAVAILABLE` when the node failed, has no such contract, or answered any question unreadably
 */
export async function readTogether<const questions extends readonly ContractFunctionParameters[]>(
  { node }: ChainClient,
  questions: MulticallParameters<questions>['contracts'],
): Promise<OrReverted<MulticallReturnType<questions, false>>> {
  const results = await node
    .multicall({ contracts: questions, deployless: true, batchSize: 0 })
    .catch((error: unknown) => {
      throw chainUnavailable(error);
    });
  return results.map((answer) => {
    if (answer.status === 'success') return answer.result;
    if (hasReverted(answer.error)) return null;
    throw chainUnavailable(answer.error);
  }) as OrReverted<MulticallReturnType<questions, false>>;
}

/** A contract of its own that reverted; that all of it did is no answer of any of them. */
function hasReverted(error: unknown): boolean {
  return error instanceof BaseError && error.walk((cause) => cause instanceof RawContractError) !== null;
}

import type {
  Abi,
  ContractFunctionArgs,
  ContractFunctionName,
  ReadContractParameters,
  ReadContractReturnType,
} from 'viem';
import { chainUnavailable, classifyCallError } from './call-failure.ts';
import type { ChainClient } from './chain-client.ts';

/**
 * Reads one of the project's own contracts at the latest block; `null` when it reverts.
 * @throws ServiceError `UPSTREAM_UNAVAILABLE` when the node failed or the contract is missing
 */
export async function readContract<
  const abi extends Abi | readonly unknown[],
  functionName extends ContractFunctionName<abi, 'pure' | 'view'>,
  const args extends ContractFunctionArgs<abi, 'pure' | 'view', functionName>,
>(
  { node }: ChainClient,
  parameters: ReadContractParameters<abi, functionName, args>,
): Promise<ReadContractReturnType<abi, functionName, args> | null> {
  try {
    return await node.readContract(parameters);
  } catch (error) {
    if (classifyCallError(error).kind === 'REVERTED') return null;
    throw chainUnavailable(error);
  }
}

import type { Address } from '@labroom/contracts/networks';
import type { PublicClient } from 'viem';
import type { Transaction } from '../wallet/transactions/transaction.ts';

/** What a transaction would cost now. */
export interface Cost {
  gas: bigint;
  /** Wei, at the current gas price. */
  fee: bigint;
}

/** Simulates a transaction on the latest block. Errors: viem's, with the contract's revert. */
export async function tryTransaction(
  client: PublicClient,
  { request }: Transaction,
  from: Address,
): Promise<void> {
  const { address, abi, functionName, args, value = 0n } = request;
  await client.simulateContract({ address, abi, functionName, args, value, account: from });
}

/** Errors: viem's. */
export async function estimateCost(
  client: PublicClient,
  { request }: Transaction,
  from: Address,
): Promise<Cost> {
  const { address, abi, functionName, args, value = 0n } = request;
  const [gas, price] = await Promise.all([
    client.estimateContractGas({ address, abi, functionName, args, value, account: from }),
    client.getGasPrice(),
  ]);
  return { gas, fee: gas * price };
}

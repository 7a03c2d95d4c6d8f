import { didRegistryAbi } from '@labroom/contracts/abi';
import { decodeErrorResult, type Hex } from 'viem';
import { entryPoint08Abi } from 'viem/account-abstraction';
import type { ChainClient } from '#chain/chain-client.ts';
import type { StoredUserOperation } from '#platform/db/tables/did.ts';

/** `open`: not on the chain, and still valid. `expired`: not on the chain, and its deadline has passed. */
export type OperationOutcome =
  | { kind: 'open' | 'expired' }
  | { kind: 'succeeded'; txHash: Hex }
  | { kind: 'failed'; reason: string };

/** Blocks per log request. */
const searchedAtOnce = 2_000n;

/**
 * Reads the outcome from the event of the EntryPoint, because the transaction succeeds even if the operation fails.
 * @throws what the node's client throws
 */
export async function outcomeOf(
  { node, contracts }: Pick<ChainClient, 'node' | 'contracts'>,
  userOpHash: Hex,
  { fromBlock, deadline }: Pick<StoredUserOperation, 'fromBlock' | 'deadline'>,
): Promise<OperationOutcome> {
  // Reads the head first: if the head is past the deadline and the operation is not onchain, it has expired.
  const head = await node.getBlock();
  // After a deep reorganization the chain may not have this block yet.
  let first = head.number < BigInt(fromBlock) ? 0n : BigInt(fromBlock);
  while (first <= head.number) {
    const last = first + searchedAtOnce > head.number ? head.number : first + searchedAtOnce - 1n;
    const query = {
      address: contracts.entryPoint,
      abi: entryPoint08Abi,
      args: { userOpHash },
      fromBlock: first,
      toBlock: last,
      strict: true,
    } as const;
    const [end] = await node.getContractEvents({ ...query, eventName: 'UserOperationEvent' });
    if (end?.args.success) return { kind: 'succeeded', txHash: end.transactionHash };
    if (end) {
      const [why] = await node.getContractEvents({ ...query, eventName: 'UserOperationRevertReason' });
      return { kind: 'failed', reason: `The registry refuses the link: ${nameOf(why?.args.revertReason)}` };
    }
    // Later executions had no effect.
    if (last < head.number && Number((await node.getBlock({ blockNumber: last })).timestamp) > deadline)
      break;
    first = last + 1n;
  }
  const now = Math.max(Number(head.timestamp), Math.floor(Date.now() / 1000));
  return { kind: now > deadline ? 'expired' : 'open' };
}

function nameOf(revertReason: Hex = '0x'): string {
  try {
    return decodeErrorResult({ abi: didRegistryAbi, data: revertReason }).errorName;
  } catch {
    return revertReason === '0x' ? 'no reason given' : revertReason.slice(0, 138);
  }
}

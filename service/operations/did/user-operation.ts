import { relayerAccountAbi } from '@labroom/contracts/abi';
import { type Address, encodeFunctionData, type Hex, numberToHex, type PrivateKeyAccount } from 'viem';
import { entryPoint08Abi, getUserOperationHash } from 'viem/account-abstraction';
import type { ChainClient } from '#chain/chain-client.ts';
import type { Bundler, Operation } from '#core/ports/bundler.ts';
import type { StoredUserOperation } from '#platform/db/tables/did.ts';

const bigFields = [
  'nonce',
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
] as const satisfies readonly (keyof StoredUserOperation)[];

/** As long as the owner's signature, so that a bundler can estimate. */
const standIn: Hex = `0x${'f'.repeat(32)}${'0'.repeat(32)}7${'a'.repeat(63)}1c`;

interface NewOperation {
  chain: Pick<ChainClient, 'chainId' | 'node' | 'contracts'>;
  bundler: Bundler;
  owner: PrivateKeyAccount;
  sender: Address;
  oclId: string;
  call: { to: Address; data: Hex };
}

/**
 * Signs an operation of the relayer's account with one call. Each lab has its own nonce sequence, so only one of
 * several operations for a lab takes effect, and labs do not wait for each other.
 */
export async function signUserOperation({ chain, bundler, owner, sender, oclId, call }: NewOperation) {
  const { node, contracts, chainId } = chain;
  const nonce = await node.readContract({
    address: contracts.entryPoint,
    abi: entryPoint08Abi,
    functionName: 'getNonce',
    args: [sender, nonceKeyOf(oclId)],
  });
  const callData = encodeFunctionData({
    abi: relayerAccountAbi,
    functionName: 'execute',
    args: [call.to, 0n, call.data],
  });
  const draft: Operation = {
    sender,
    nonce,
    callData,
    callGasLimit: 0n,
    verificationGasLimit: 0n,
    preVerificationGas: 0n,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
    signature: standIn,
  };
  const unsigned = { ...draft, ...(await bundler.quote(draft)) };
  const hash = getUserOperationHash({
    userOperation: unsigned,
    entryPointAddress: contracts.entryPoint,
    entryPointVersion: '0.8',
    chainId,
  });
  return { hash, operation: { ...unsigned, signature: await owner.sign({ hash }) } satisfies Operation };
}

export function toStored(
  { sender, callData, signature, ...rest }: Operation,
  { fromBlock, deadline }: Pick<StoredUserOperation, 'fromBlock' | 'deadline'>,
): StoredUserOperation {
  const quantities = Object.fromEntries(bigFields.map((field) => [field, numberToHex(rest[field])]));
  return {
    ...(quantities as Record<(typeof bigFields)[number], Hex>),
    sender,
    callData,
    signature,
    fromBlock,
    deadline,
    sendingFailed: false,
  };
}

export function fromStored({ sender, callData, signature, ...rest }: StoredUserOperation): Operation {
  const quantities = Object.fromEntries(bigFields.map((field) => [field, BigInt(rest[field])]));
  return {
    ...(quantities as Record<(typeof bigFields)[number], bigint>),
    sender,
    callData,
    signature,
  };
}

/** 24 bytes that end with the lab's account, which no other lab has. */
function nonceKeyOf(oclId: string): bigint {
  return BigInt.asUintN(192, BigInt(oclId));
}

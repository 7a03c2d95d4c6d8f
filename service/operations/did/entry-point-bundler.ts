import {
  BaseError,
  ContractFunctionRevertedError,
  createWalletClient,
  custom,
  type PrivateKeyAccount,
} from 'viem';
import { entryPoint08Abi, toPackedUserOperation } from 'viem/account-abstraction';
import type { ChainClient } from '#chain/chain-client.ts';
import { type Bundler, BundlerError } from '#core/ports/bundler.ts';

/** Enough for two links. Unused gas costs nothing. */
const limits = { callGasLimit: 1_500_000n, verificationGasLimit: 200_000n };

/**
 * Bundles for itself: the relayer's own key sends each operation through the EntryPoint, so that it needs no fee, no
 * deposit and no paymaster. One process at a time may use a key, or its nonces collide.
 */
export function entryPointBundler(
  { node, contracts }: Pick<ChainClient, 'node' | 'contracts'>,
  relayer: PrivateKeyAccount,
): Bundler {
  const wallet = createWalletClient({ account: relayer, chain: node.chain, transport: custom(node) });
  return {
    async quote() {
      return { ...limits, preVerificationGas: 0n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n };
    },
    async send(operation) {
      try {
        const { request } = await node.simulateContract({
          account: relayer,
          address: contracts.entryPoint,
          abi: entryPoint08Abi,
          functionName: 'handleOps',
          args: [[toPackedUserOperation(operation)], relayer.address],
        });
        await wallet.writeContract(request);
      } catch (error) {
        throw asBundlerError(error);
      }
    },
  };
}

/** Removes the URL of the node, which errors of viem contain. */
function asBundlerError(error: unknown): unknown {
  if (!(error instanceof BaseError)) return error;
  const revert = error.walk((cause) => cause instanceof ContractFunctionRevertedError);
  if (!(revert instanceof ContractFunctionRevertedError))
    return new BundlerError(`The node did not take the operation: ${error.shortMessage}`, false);
  const reason = revert.data?.args?.[1] ?? revert.data?.errorName ?? revert.shortMessage;
  return new BundlerError(`The EntryPoint refuses the operation: ${reason}`, true);
}

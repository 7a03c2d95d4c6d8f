import { BaseError, createClient, http, RpcRequestError } from 'viem';
import { formatUserOperationRequest } from 'viem/account-abstraction';
import type { ChainClient } from '#chain/chain-client.ts';
import { type Bundler, BundlerError } from '#core/ports/bundler.ts';

const timeoutMs = 15_000;

/** A bundler over JSON-RPC (ERC-7769). The account pays its fees from its deposit or balance. */
export function remoteBundler(
  { node, contracts }: Pick<ChainClient, 'node' | 'contracts'>,
  url: string,
): Bundler {
  const client = createClient({
    transport: http(url, {
      retryCount: 0,
      timeout: timeoutMs,
      fetchOptions: { redirect: 'error' },
    }),
  });
  const ask = async <Answer>(method: string, operation: Parameters<Bundler['send']>[0]): Promise<Answer> => {
    try {
      return await client.request<{ Method: string; Parameters: unknown[]; ReturnType: Answer }>({
        method,
        params: [formatUserOperationRequest(operation), contracts.entryPoint],
      });
    } catch (error) {
      throw asBundlerError(error);
    }
  };
  return {
    async quote(operation) {
      const { maxFeePerGas, maxPriorityFeePerGas } = await node.estimateFeesPerGas();
      const gas = await ask<Record<'callGasLimit' | 'verificationGasLimit' | 'preVerificationGas', string>>(
        'eth_estimateUserOperationGas',
        { ...operation, maxFeePerGas, maxPriorityFeePerGas },
      );
      return {
        callGasLimit: BigInt(gas.callGasLimit),
        verificationGasLimit: BigInt(gas.verificationGasLimit),
        preVerificationGas: BigInt(gas.preVerificationGas),
        maxFeePerGas,
        maxPriorityFeePerGas,
      };
    },
    async send(operation) {
      await ask<string>('eth_sendUserOperation', operation);
    },
  };
}

/** Removes the URL, which may contain a key. */
function asBundlerError(error: unknown): unknown {
  if (!(error instanceof BaseError)) return error;
  const answer = error.walk((cause) => cause instanceof RpcRequestError);
  if (answer instanceof RpcRequestError)
    return new BundlerError(`The bundler refuses the operation: ${answer.details}`, true);
  return new BundlerError(`The bundler did not answer: ${error.shortMessage}`, false);
}

import { devStablecoinAbi } from '@labroom/contracts/abi';
import { EmbeddedFacilitator } from '@labroom/payments/facilitators/embedded-facilitator.ts';
import { createChainNode } from '@labroom/service/chain/create-chain-client.ts';
import { paymentNode } from '@labroom/service/gateway/payment-node.ts';
import type { Address, Hex } from 'viem';
import { requireStack } from './require-stack.ts';
import { testRequirements } from './test-payment.ts';
import { chainOf, type TestWallet } from './test-wallets.ts';

export const chainAt = (rpcUrl = requireStack('rpcUrl')) =>
  paymentNode(createChainNode({ rpcUrl, chainId: 31337, title: 'Tests' }));

/** An embedded facilitator on the chain of this run, whose gas `account` pays. */
export const facilitatorAt = (
  account: TestWallet,
  options: { rpcUrl?: string; factories?: Address[]; confirmationMs?: number } = {},
) =>
  new EmbeddedFacilitator({
    chain: chainAt(options.rpcUrl),
    chainId: 31337,
    account,
    accountFactories: options.factories ?? [],
    confirmationMs: options.confirmationMs,
  });

/** Sends a payer's authorization from another account. */
export async function submit(
  sender: TestWallet,
  payment: { payload: Record<string, unknown> },
): Promise<Hex> {
  const { signature, authorization } = payment.payload as {
    signature: Hex;
    authorization: Record<'from' | 'to' | 'nonce', Hex> &
      Record<'value' | 'validAfter' | 'validBefore', string>;
  };
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  return (
    await chainOf(sender).write({
      address: testRequirements().asset as Address,
      abi: devStablecoinAbi,
      functionName: 'transferWithAuthorization',
      args: [from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce, signature],
    })
  ).transactionHash;
}

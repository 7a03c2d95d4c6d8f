import { randomBytes } from 'node:crypto';
import { networks } from '@labroom/contracts/networks';
import type { PaymentRequirements } from '@x402/core/types';
import { type Address, bytesToHex, erc20Abi, getAddress } from 'viem';
import { stablecoinsOf as balanceOf, mintStablecoins as mintOn } from './actors.ts';
import { chainOf, chainReader, type TestWallet } from './test-wallets.ts';

const { contracts, stablecoin } = networks[31337];

/** What a call costs in these tests, in units of the stablecoin. */
export const PRICE = 10_000n;

/** Requirements as the gateway quotes them on the local chain, to a payee that nobody else pays. */
export function testRequirements(payTo: Address = randomAddress()): PaymentRequirements {
  return {
    scheme: 'exact',
    network: 'eip155:31337',
    amount: String(PRICE),
    asset: contracts.usdc,
    payTo,
    maxTimeoutSeconds: 300,
    extra: { name: stablecoin.name, version: stablecoin.version },
  };
}

/** Mints stablecoins on the chain of this run. */
export const mintStablecoins = (minter: TestWallet, to: Address, amount: bigint) =>
  mintOn(chainOf(minter), to, amount);

export const stablecoinsOf = (owner: string, rpcUrl?: string) =>
  balanceOf({ reader: chainReader(rpcUrl) }, owner);

/** Transfers of the stablecoin that a wallet has sent, the first one first. */
export async function paymentsOf(from: Address) {
  const logs = await chainReader().getContractEvents({
    address: contracts.usdc,
    abi: erc20Abi,
    eventName: 'Transfer',
    args: { from },
    fromBlock: 0n,
  });
  return logs.map(({ transactionHash, args }) => ({ transaction: transactionHash, value: args.value }));
}

export function randomAddress(): Address {
  return getAddress(bytesToHex(randomBytes(20)));
}

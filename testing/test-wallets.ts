import type { LabChain } from '@labroom/client/chain/lab-chain.ts';
import type { Address } from 'viem';
import { localChain, newWallet, openFaucet, type TestWallet } from './actors.ts';
import { requireStack } from './require-stack.ts';

export type { TestWallet };

/** The chain of this run, as this wallet uses it. */
export const chainOf = (wallet: TestWallet, rpcUrl = requireStack('rpcUrl')): LabChain<TestWallet> =>
  localChain(rpcUrl, wallet);

export const chainReader = (rpcUrl?: string): LabChain['reader'] => chainOf(newWallet(), rpcUrl).reader;

let opened: ReturnType<typeof openFaucet> | undefined;
/** One per worker: its transactions go one after the other. */
function faucet() {
  opened ??= openFaucet(requireStack('rpcUrl'));
  return opened;
}

export const fundedWallet = (): Promise<TestWallet> => faucet().fundedWallet();

/** Gives an address ether on the chain of this run. */
export const fund = (to: Address, ether?: string) => faucet().fund(to, ether);

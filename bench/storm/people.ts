import { devStablecoinAbi } from '@labroom/contracts/abi';
import { networks } from '@labroom/contracts/networks';
import {
  localChain,
  mintStablecoins,
  openFaucet,
  stablecoinsOf,
  type TestWallet,
} from '@labroom/testing/actors.ts';
import type { Hex } from 'viem';

export type Wallet = TestWallet;
export type People = ReturnType<typeof peopleOf>;

export function peopleOf(rpcUrl: string) {
  const { fundedWallet, reader } = openFaucet(rpcUrl);
  const as = (wallet: Wallet) => localChain(rpcUrl, wallet);
  return {
    reader,
    wallet: fundedWallet,
    lab: async (owner: Wallet): Promise<Hex> => (await as(owner).mintLab()).oclId,
    join: (owner: Wallet, oclId: Hex, { address: to }: Wallet) =>
      as(owner).grantRole({ oclId, to, role: 'CONTRIBUTOR' }),
    pay: (to: Wallet, amount: bigint) => mintStablecoins(as(to), to.address, amount),
    balance: ({ address }: Wallet) => stablecoinsOf({ reader }, address),
    /** Whether an authorization of EIP-3009 was used. */
    isSpent: (payer: Hex, nonce: Hex) =>
      reader.readContract({
        address: networks[31337].contracts.usdc,
        abi: devStablecoinAbi,
        functionName: 'authorizationState',
        args: [payer, nonce],
      }),
  };
}

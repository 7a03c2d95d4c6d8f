import type { Hex } from 'viem';
import { devStablecoinAbi } from '#contracts/abi.generated.ts';
import { networks } from '#contracts/networks.ts';
import { localChain, mintStablecoins, openFaucet, stablecoinsOf, type TestWallet } from '#testing/actors.ts';

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

import { createPublicClient, createWalletClient, type Hex, http, parseEther, parseEventLogs } from 'viem';
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';
import { hardhat } from 'viem/chains';
import {
  accessResolverAbi,
  devStablecoinAbi,
  labNftAbi,
  onChainLabFactoryAbi,
} from '#contracts/abi.generated.ts';
import { networks } from '#contracts/networks.ts';

const { contracts } = networks[31337];
const MNEMONIC = 'test test test test test test test test test test test junk';
const CONTRIBUTOR = 2;

export type Wallet = ReturnType<typeof privateKeyToAccount>;

/** Wallets and labs on the chain, without the service. */
export function peopleOf(rpcUrl: string) {
  const transport = http(rpcUrl);
  const reader = createPublicClient({ chain: hardhat, transport, pollingInterval: 50 });
  const as = (account: Wallet) => createWalletClient({ account, chain: hardhat, transport });
  const rich = createWalletClient({
    account: mnemonicToAccount(MNEMONIC, { addressIndex: 10 }),
    chain: hardhat,
    transport,
  });

  async function mined(sent: Promise<Hex>) {
    const receipt = await reader.waitForTransactionReceipt({ hash: await sent });
    if (receipt.status !== 'success') throw new Error(`Transaction ${receipt.transactionHash} reverted`);
    return receipt;
  }

  return {
    reader,

    /** Somebody new, with ether for fees. */
    async wallet(): Promise<Wallet> {
      const wallet = privateKeyToAccount(generatePrivateKey());
      await mined(rich.sendTransaction({ to: wallet.address, value: parseEther('1') }));
      return wallet;
    },

    /** A new lab that the service does not know yet. */
    async lab(owner: Wallet): Promise<Hex> {
      const minting = as(owner).writeContract({
        address: contracts.factory,
        abi: onChainLabFactoryAbi,
        functionName: 'mintAndCreateAccount',
        args: [owner.address],
        value: 10n ** 15n,
      });
      const { logs } = await mined(minting);
      const [event] = parseEventLogs({ abi: labNftAbi, eventName: 'OclIdentityCreated', logs });
      if (!event) throw new Error('The mint told of no lab');
      return event.args.oclId;
    },

    /** Makes somebody a contributor of a lab. */
    async join(owner: Wallet, oclId: Hex, to: Wallet): Promise<void> {
      const args = [oclId, to.address, CONTRIBUTOR, 0n, false] as const;
      const call = { address: contracts.accessResolver, abi: accessResolverAbi, functionName: 'grantRole' };
      await mined(as(owner).writeContract({ ...call, functionName: 'grantRole', args }));
    },

    async pay(to: Wallet, amount: bigint): Promise<void> {
      const args = [to.address, amount] as const;
      await mined(
        as(to).writeContract({ address: contracts.usdc, abi: devStablecoinAbi, functionName: 'mint', args }),
      );
    },

    balance: (of: Wallet) =>
      reader.readContract({
        address: contracts.usdc,
        abi: devStablecoinAbi,
        functionName: 'balanceOf',
        args: [of.address],
      }),

    /** Whether an authorization of EIP-3009 was used. */
    isSpent: (payer: Hex, nonce: Hex) =>
      reader.readContract({
        address: contracts.usdc,
        abi: devStablecoinAbi,
        functionName: 'authorizationState',
        args: [payer, nonce],
      }),
  };
}

export type People = ReturnType<typeof peopleOf>;

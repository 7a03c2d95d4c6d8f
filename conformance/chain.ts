import {
  type Address,
  createPublicClient,
  createWalletClient,
  type Hex,
  http,
  type PrivateKeyAccount,
  parseEventLogs,
  type WriteContractParameters,
} from 'viem';
import { accessResolverAbi, labNftAbi, onChainLabFactoryAbi } from '#contracts/abi.generated.ts';
import type { ContractAddresses } from '#contracts/networks.ts';

export const ROLES = { VIEWER: 1, CONTRIBUTOR: 2 } as const;

export interface MintedLab {
  oclId: Hex;
  account: Address;
  tokenId: bigint;
  owner: PrivateKeyAccount;
}

export interface Grant {
  oclId: Hex;
  to: Address;
  role: keyof typeof ROLES;
  /** Unix seconds; 0 is permanent. */
  expiry?: bigint;
  isAgent?: boolean;
}

export type Chain = ReturnType<typeof connectChain>;

/** The chain as one wallet uses it, whose transactions go one after the other. */
export function connectChain(
  rpcUrl: string,
  chainId: number,
  contracts: ContractAddresses,
  owner: PrivateKeyAccount,
) {
  const transport = http(rpcUrl);
  const chain = {
    id: chainId,
    name: 'under test',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  };
  const reader = createPublicClient({ chain, transport, pollingInterval: 50 });
  const sender = createWalletClient({ account: owner, chain, transport });
  let last: Promise<unknown> = Promise.resolve();

  async function mined(send: () => Promise<Hex>) {
    const sent = last.then(send);
    last = sent.catch(() => {});
    const receipt = await reader.waitForTransactionReceipt({ hash: await sent });
    if (receipt.status !== 'success') throw new Error(`Transaction ${receipt.transactionHash} reverted`);
    return receipt;
  }
  /** Sends after a rehearsal, so that a revert is known by its name. */
  const write = (request: Omit<WriteContractParameters, 'chain' | 'account'>) =>
    mined(async () => {
      const rehearsed = await reader.simulateContract({ ...request, account: owner } as never);
      return sender.writeContract(rehearsed.request as never);
    });

  return {
    reader,
    contracts,
    owner,
    write,
    deploy: (data: Hex) => mined(() => sender.sendTransaction({ data })),
    async mint(): Promise<MintedLab> {
      const fee = await reader.readContract({
        address: contracts.labNft,
        abi: labNftAbi,
        functionName: 'mintFeeWei',
      });
      const { logs } = await write({
        address: contracts.factory,
        abi: onChainLabFactoryAbi,
        functionName: 'mintAndCreateAccount',
        args: [owner.address],
        value: fee,
      });
      const [event] = parseEventLogs({ abi: labNftAbi, eventName: 'OclIdentityCreated', logs });
      if (!event) throw new Error('The mint told of no lab');
      const { oclId, account, tokenId } = event.args;
      return { oclId, account, tokenId, owner };
    },
    grant: ({ oclId, to, role, expiry = 0n, isAgent = false }: Grant) =>
      write({
        address: contracts.accessResolver,
        abi: accessResolverAbi,
        functionName: 'grantRole',
        args: [oclId, to, ROLES[role], expiry, isAgent],
      }),
    revoke: (oclId: Hex, from: Address) =>
      write({
        address: contracts.accessResolver,
        abi: accessResolverAbi,
        functionName: 'revokeRole',
        args: [oclId, from],
      }),
  };
}

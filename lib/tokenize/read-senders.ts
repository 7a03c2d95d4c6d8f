import { labTokenAbi } from '@labroom/contracts/abi';
import type { Address, Network } from '@labroom/contracts/networks';
import type { PublicClient } from 'viem';
import { readControl } from './controller.ts';

/** An address whose tokens the connected wallet can send. */
export interface Sender {
  address: Address;
  /** Whether it is the account of the lab. */
  isAccount: boolean;
  /** In the smallest unit. */
  balance: bigint;
}

export interface Senders {
  decimals: number;
  /** The wallet, and the account of the lab if the wallet holds the lab and the account has tokens. */
  senders: [Sender, ...Sender[]];
}

interface SendersOf {
  client: PublicClient;
  network: Network;
  token: Address;
  lab: { labId: bigint; account: Address };
  wallet: Address;
}

/** Who can send, on the latest block. Errors: viem's. */
export async function readSenders({ client, network, token, lab, wallet }: SendersOf): Promise<Senders> {
  const contract = { address: token, abi: labTokenAbi } as const;
  const balanceOf = (address: Address) =>
    client.readContract({ ...contract, functionName: 'balanceOf', args: [address] });
  const [decimals, own, ofAccount, control] = await Promise.all([
    client.readContract({ ...contract, functionName: 'decimals' }),
    balanceOf(wallet),
    balanceOf(lab.account),
    readControl(client, network, lab.labId, wallet),
  ]);
  const sender: Sender = { address: wallet, isAccount: false, balance: own };
  if (control.kind !== 'wallet' || ofAccount === 0n) return { decimals, senders: [sender] };
  return { decimals, senders: [sender, { address: lab.account, isAccount: true, balance: ofAccount }] };
}

import { labNftAbi } from '@labroom/contracts/abi';
import type { Network } from '@labroom/contracts/networks';
import { type PublicClient, parseAbi } from 'viem';
import { readSafe, type Safe } from './safe.ts';
import { unlessRefused } from './unless-refused.ts';

type Address = `0x${string}`;

/** How the connected wallet relates to the lab. The controller is the holder of the LabNFT. */
export type Control =
  /** The wallet holds the lab: a key, or a smart account that is connected as wallet. */
  | { kind: 'wallet'; holder: Address }
  /** The wallet is an owner of the Safe that holds the lab. */
  | { kind: 'safe'; holder: Address; safe: Safe }
  /** The wallet owns the smart account that holds the lab. The account acts only when it is connected itself. */
  | { kind: 'account-owner'; holder: Address }
  | { kind: 'none'; holder: Address };

/** A wallet that may act for the lab. */
export type Controller = Extract<Control, { kind: 'wallet' | 'safe' }>;

const ownedAbi = parseAbi(['function owner() view returns (address)']);

/** The holder of a lab. Errors: viem's. */
function readHolder(client: PublicClient, network: Network, labId: bigint): Promise<Address> {
  const { labNft } = network.contracts;
  return client.readContract({ address: labNft, abi: labNftAbi, functionName: 'ownerOf', args: [labId] });
}

/** How a wallet controls a lab, on the latest block. Errors: viem's, if the chain cannot be read. */
export async function readControl(
  client: PublicClient,
  network: Network,
  labId: bigint,
  wallet: Address,
): Promise<Control> {
  const holder = await readHolder(client, network, labId);
  if (isSame(holder, wallet)) return { kind: 'wallet', holder };
  if (!(await client.getCode({ address: holder }))) return { kind: 'none', holder };
  const safe = await readSafe(client, holder, network.chainId);
  if (safe) {
    const isOwner = safe.owners.some((owner) => isSame(owner, wallet));
    return isOwner ? { kind: 'safe', holder, safe } : { kind: 'none', holder };
  }
  const owner = await unlessRefused(
    client.readContract({ address: holder, abi: ownedAbi, functionName: 'owner' }),
  );
  return { kind: owner && isSame(owner, wallet) ? 'account-owner' : 'none', holder };
}

/** Compares addresses in any case. */
export function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

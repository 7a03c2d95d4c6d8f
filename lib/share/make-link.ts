import { accessListAbi } from '@labroom/contracts/abi';
import {
  hashOfClaim,
  redemptionMessage,
  type ShareClaim,
  shareClaimMessage,
} from '@labroom/protocol/share-claim';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { PublicConfig } from '../config/public-config.tsx';
import { chainClient } from '../wallet/chain.ts';
import { walletRuntime } from '../wallet/wallet-store.ts';
import type { ShareLink } from './share-link.ts';
import { openToList, type SharedFile } from './shared-files.ts';

/** How long a link can be used. What it opened may stay open longer. */
export const LINK_DAYS = 14;

const DAY_SECONDS = 86_400;

interface LinkInput {
  oclId: string;
  files: readonly SharedFile[];
  /** How many readers may use it. */
  uses: number;
  /** End of what it opens; `null`: none. */
  expiry: Date | null;
}

/**
 * Makes a link that opens the newest versions of files to who has it: the service adds their list to the conditions, and this wallet signs who
 * may come onto it. The chain is asked whether the link would work before it is given out; it learns nothing until a reader uses it.
 * Errors: `LabroomError`, and those of viem and of the wallet (`explainFailure`).
 */
export async function makeLink(
  { oclId, files, uses, expiry }: LinkInput,
  writer: `0x${string}`,
  config: PublicConfig,
  onStage: (stage: 'opening' | 'signing') => void,
): Promise<ShareLink> {
  const { accessList } = config.network.contracts;
  if (!accessList) throw new Error('The contracts of this network have no access list.');
  onStage('opening');
  const subject = await openToList(oclId, files);
  const chain = chainClient(config);
  const list = { address: accessList, abi: accessListAbi } as const;
  const lab = oclId as `0x${string}`;
  const epoch = await chain.readContract({ ...list, functionName: 'epochOf', args: [lab] });
  const secret = generatePrivateKey();
  const key = privateKeyToAccount(secret);
  const claim: ShareClaim = {
    ...{ oclId: lab, subject, writer, key: key.address, uses, epoch },
    expiry: expiry ? Math.floor(expiry.getTime() / 1000) : 0,
    deadline: Math.floor(Date.now() / 1000) + LINK_DAYS * DAY_SECONDS,
    // The key of every link is another, so two links are never equal.
    salt: `0x${'0'.repeat(64)}`,
  };
  onStage('signing');
  const network = { chainId: config.chainId, accessList };
  const signature = await (await walletRuntime()).signTypedData(shareClaimMessage(network, claim));
  const link: ShareLink = { claim, signature, secret };
  await requireUsable(link, config);
  return link;
}

/**
 * Asks the chain whether a link can be used now: signed by a writer of the lab, in time, and not as often as it may be. Changes nothing.
 * Errors: those of viem, which `explainListFailure` explains.
 */
export async function requireUsable(link: ShareLink, config: PublicConfig): Promise<true> {
  const { accessList } = config.network.contracts;
  if (!accessList) throw new Error('The contracts of this network have no access list.');
  // For its writer, so that the signature of the link's key is checked, too, and no reader is named.
  const { key, writer } = link.claim;
  await chainClient(config).simulateContract({
    address: accessList,
    abi: accessListAbi,
    functionName: 'redeem',
    args: [...(await redemptionOf(link, writer, config))],
    account: key,
  });
  return true;
}

/** The arguments of `AccessList.redeem` by which a link lists one reader. */
export async function redemptionOf(
  { claim, signature, secret }: ShareLink,
  reader: `0x${string}`,
  config: PublicConfig,
) {
  const { accessList } = config.network.contracts;
  if (!accessList) throw new Error('The contracts of this network have no access list.');
  const network = { chainId: config.chainId, accessList };
  const named = await privateKeyToAccount(secret).signTypedData(redemptionMessage(network, claim, reader));
  return [claim, signature, reader, named] as const;
}

/** How many readers have used a link. */
export function timesUsed(claim: ShareClaim, config: PublicConfig): Promise<number> {
  const { accessList } = config.network.contracts;
  if (!accessList) return Promise.resolve(0);
  const hash = hashOfClaim({ chainId: config.chainId, accessList }, claim);
  return chainClient(config).readContract({
    address: accessList,
    abi: accessListAbi,
    functionName: 'usesOf',
    args: [hash],
  });
}

import { type Address, type Hex, parseEventLogs } from 'viem';
import { accessResolverAbi, labNftAbi, onChainLabFactoryAbi } from '#contracts/abi.generated.ts';
import { networks } from '#contracts/networks.ts';
import { mined, type TestWallet, testChain } from './test-wallets.ts';

const { contracts } = networks[31337];

export interface MintedLab {
  oclId: Hex;
  account: Address;
  tokenId: bigint;
}

/** Mints a lab on the chain of this run, as its owner would; `to` may be an account that the owner controls. */
export async function mintLab(owner: TestWallet, to: Address = owner.address): Promise<MintedLab> {
  const { reader, walletClient } = testChain();
  const fee = await reader.readContract({
    address: contracts.labNft,
    abi: labNftAbi,
    functionName: 'mintFeeWei',
  });
  const hash = await walletClient(owner).writeContract({
    address: contracts.factory,
    abi: onChainLabFactoryAbi,
    functionName: 'mintAndCreateAccount',
    args: [to],
    value: fee,
  });
  const receipt = await mined(reader, hash);
  const [event] = parseEventLogs({ abi: labNftAbi, eventName: 'OclIdentityCreated', logs: receipt.logs });
  if (!event) throw new Error('The mint told of no lab');
  return { oclId: event.args.oclId, account: event.args.account, tokenId: event.args.tokenId };
}

export const ROLE = { VIEWER: 1, CONTRIBUTOR: 2 } as const;

/** Grants a role on the access resolver; an expiry of 0 is permanent. */
export async function grantRole(
  granter: TestWallet,
  grant: { oclId: Hex; to: Address; role: keyof typeof ROLE; expiry?: bigint; isAgent?: boolean },
): Promise<void> {
  const { reader, walletClient } = testChain();
  const hash = await walletClient(granter).writeContract({
    address: contracts.accessResolver,
    abi: accessResolverAbi,
    functionName: 'grantRole',
    args: [grant.oclId, grant.to, ROLE[grant.role], grant.expiry ?? 0n, grant.isAgent ?? false],
  });
  await mined(reader, hash);
}

export async function revokeRole(granter: TestWallet, oclId: Hex, from: Address): Promise<void> {
  const { reader, walletClient } = testChain();
  const hash = await walletClient(granter).writeContract({
    address: contracts.accessResolver,
    abi: accessResolverAbi,
    functionName: 'revokeRole',
    args: [oclId, from],
  });
  await mined(reader, hash);
}

/** Hands a lab over to another holder. */
export async function transferLab(
  owner: TestWallet,
  { tokenId }: Pick<MintedLab, 'tokenId'>,
  to: Address,
): Promise<void> {
  const { reader, walletClient } = testChain();
  const hash = await walletClient(owner).writeContract({
    address: contracts.labNft,
    abi: labNftAbi,
    functionName: 'transferFrom',
    args: [owner.address, to, tokenId],
  });
  await mined(reader, hash);
}

import type { MintedLab, RoleGrant } from '@labroom/client/chain/lab-chain.ts';
import { accessResolverAbi } from '@labroom/contracts/abi';
import type { Address, Hex } from 'viem';
import { pollUntil } from '../lib/wallet/poll-until.ts';
import { chainOf, type TestWallet } from './test-wallets.ts';

export type { MintedLab };

/** Mints a lab on the chain of this run; `to` may be an account that the owner controls. */
export const mintLab = (owner: TestWallet, to?: Address) => chainOf(owner).mintLab(to);

export const grantRole = (granter: TestWallet, grant: RoleGrant) => chainOf(granter).grantRole(grant);

/** Grants a role that is over when this resolves: the contract accepts no expiry in the past. */
export async function grantExpiredRole(granter: TestWallet, grant: Omit<RoleGrant, 'expiry'>): Promise<void> {
  const { contracts, reader, grantRole: send } = chainOf(granter);
  const { timestamp } = await reader.getBlock();
  const now = BigInt(Math.floor(Date.now() / 1000));
  await send({ ...grant, expiry: (timestamp > now ? timestamp : now) + 4n });
  const args = [grant.oclId, grant.to] as const;
  const contract = { address: contracts.accessResolver, abi: accessResolverAbi, args } as const;
  // The local chain answers with the present second, also without a new block.
  const isOver = async () => (await reader.readContract({ ...contract, functionName: 'getRole' }))[0] === 0;
  if (!(await pollUntil(isOver, { everyMilliseconds: 200, attempts: 150 })))
    throw new Error(`The role of ${grant.to} has not ended`);
}

export const revokeRole = (granter: TestWallet, oclId: Hex, from: Address) =>
  chainOf(granter).revokeRole(oclId, from);

export const transferLab = (owner: TestWallet, { tokenId }: Pick<MintedLab, 'tokenId'>, to: Address) =>
  chainOf(owner).transferLab(tokenId, to);

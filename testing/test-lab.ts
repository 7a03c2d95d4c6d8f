import type { Address, Hex } from 'viem';
import type { MintedLab, RoleGrant } from '#packages/client/lab-chain.ts';
import { chainOf, type TestWallet } from './test-wallets.ts';

export type { MintedLab };

/** Mints a lab on the chain of this run; `to` may be an account that the owner controls. */
export const mintLab = (owner: TestWallet, to?: Address) => chainOf(owner).mintLab(to);

export const grantRole = (granter: TestWallet, grant: RoleGrant) => chainOf(granter).grantRole(grant);

export const revokeRole = (granter: TestWallet, oclId: Hex, from: Address) =>
  chainOf(granter).revokeRole(oclId, from);

export const transferLab = (owner: TestWallet, { tokenId }: Pick<MintedLab, 'tokenId'>, to: Address) =>
  chainOf(owner).transferLab(tokenId, to);

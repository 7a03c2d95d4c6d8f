import {
  includesRole,
  type LabOperation,
  type LabRole,
  leastRoleFor,
  type RoleFor,
} from '@labroom/protocol/lab-rights';
import { callScopeOf } from '#auth/caller.ts';
import { readRole } from '#chain/access-resolver.ts';
import { readLabIdentity } from '#chain/lab-nft.ts';
import type { RequestContext } from '#core/context/context.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { findLab, type LabRow } from '../labs/lab-rows.ts';
import { labAlreadyRegistered, oclNotFound, requireRegisteredLab } from '../labs/require-registered-lab.ts';

type Address = `0x${string}`;
type WalletContext = Pick<RequestContext, 'caller' | 'db' | 'chain' | 'config' | 'signer'>;

/** What a check reads that `foresee` shares with a use case: nothing of it writes. */
export type CheckContext = Pick<
  RequestContext,
  'caller' | 'visitor' | 'db' | 'chain' | 'config' | 'secrets' | 'storage'
>;

/** Authorization (docs/specification/identity.md#roles). Every use case that changes something calls it first. */

/**
 * The wallet that the caller proved to act for. Where a contract signed for it, the contract confirms that now, once per
 * operation; for reads and uploads its answer of the last minutes does.
 * @throws ServiceError `UNAUTHENTICATED`, reason `NO_AUTH` or what is wrong with the token; `UPSTREAM_UNAVAILABLE` when the
 *   contract could not be read
 */
export async function requireWallet(context: WalletContext): Promise<Address> {
  const { wallet } = context.caller;
  if (wallet.kind === 'refused') throw wallet.error;
  if (wallet.kind === 'none') {
    throw new ServiceError(
      'UNAUTHENTICATED',
      'No wallet is authenticated. Send a service token in X-Service-Token, or a user token with x-wallet-address.',
      { reason: 'NO_AUTH' },
    );
  }
  if (wallet.kind === 'service-token') await context.signer.confirm(context, wallet);
  return wallet.wallet as Address;
}

/**
 * The wallet that the caller proved, or `null`: for reads that show more to some wallets.
 * @throws ServiceError `UPSTREAM_UNAVAILABLE` when it could not be asked whether the token holds
 */
export async function provedWallet(context: WalletContext): Promise<Address | null> {
  try {
    return await requireWallet(context);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'UNAUTHENTICATED') return null;
    throw error;
  }
}

/**
 * Returns the wallet that may manage this token. An expired or revoked token may only manage itself, to learn its
 * state.
 * @throws ServiceError as `requireWallet`
 */
export async function requireTokenHolder(context: RequestContext, tokenId: string): Promise<Address> {
  const { wallet } = context.caller;
  if (wallet.kind === 'service-token' && wallet.state !== 'live' && wallet.tokenId === tokenId)
    return wallet.wallet as Address;
  return requireWallet(context);
}

/** A lab, and the role that a wallet has there. */
interface LabOfMember<Role extends LabRole> {
  lab: LabRow;
  role: Role;
}

/**
 * The caller's wallet and the lab, when the wallet has the role there that the operation needs, by the chain of this moment. Owners own
 * directly, through a Safe or an ERC-4337 account.
 * @throws ServiceError as `requireWallet`; `UNAUTHORIZED`; `NOT_FOUND` when the lab is not registered
 */
export async function requireRight<Operation extends LabOperation>(
  context: RequestContext,
  operation: Operation,
  oclId: string,
): Promise<{ wallet: Address } & LabOfMember<RoleFor<Operation>>> {
  const wallet = await requireWallet(context);
  return { wallet, ...(await requireRightOf(context, operation, oclId, wallet)) };
}

/** As `requireRight` for a wallet that nobody need have proved: it authorizes nothing alone. */
export async function requireRightOf<Operation extends LabOperation>(
  context: CheckContext,
  operation: Operation,
  oclId: string,
  wallet: Address,
): Promise<LabOfMember<RoleFor<Operation>>> {
  const lab = await requireRegisteredLab(context, oclId);
  return { lab, role: await requireRole(context, leastRoleFor(operation), oclId, wallet) };
}

const refusals = {
  OWNER: 'Only an owner of this lab may do this.',
  CONTRIBUTOR: 'Only owners and contributors of this lab may do this. Ask an owner for the contributor role.',
  VIEWER: 'Only members of this lab may do this. Ask an owner for a role.',
};

/** The role of a wallet in a lab, when it is at least the one that is asked for, by the chain of this moment. */
export async function requireRole<Least extends LabRole>(
  context: CheckContext,
  least: Least,
  oclId: string,
  wallet: Address,
) {
  const role = await readRole(context.chain, { oclId: oclId as Address, wallet }, callScopeOf(context));
  if (!includesRole(role, least)) throw unauthorized(refusals[least]);
  return role;
}

/**
 * Returns the identity of an unregistered lab that the chain confirms and the wallet owns.
 * @throws ServiceError `CONFLICT`, reason `PROJECT_CONFLICT`, for every wallet if the lab is registered
 */
export async function requireLabOwner(context: RequestContext, oclId: string) {
  const wallet = await requireWallet(context);
  return { wallet, identity: await requireOwnedIdentity(context, oclId, wallet) };
}

/** As `requireLabOwner` for a wallet that nobody need have proved: it authorizes nothing alone. */
export async function requireOwnedIdentity(context: CheckContext, oclId: string, wallet: Address) {
  if (await findLab(context.db, oclId)) throw labAlreadyRegistered(oclId);
  const identity = await readLabIdentity(context.chain, oclId as Address);
  if (!identity) throw oclNotFound(oclId);
  await requireRole(context, leastRoleFor('createLab'), oclId, wallet);
  return identity;
}

export function unauthorized(message: string): ServiceError {
  return new ServiceError('UNAUTHORIZED', message, { reason: 'UNAUTHORIZED' });
}

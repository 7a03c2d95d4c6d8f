import { callScopeOf } from '#auth/caller.ts';
import { requireLiveToken } from '#auth/confirm-signer.ts';
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
  if (wallet.kind === 'service-token') {
    const { signer } = context;
    signer.done ??= requireLiveToken(context, wallet, signer.by);
    await signer.done;
  }
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

/** The caller's wallet and the lab, when the wallet may write there: a contributor or owner, by the chain of this moment. */
export async function requireContributor(
  context: RequestContext,
  oclId: string,
): Promise<{ wallet: Address } & LabOfContributor> {
  const wallet = await requireWallet(context);
  return { wallet, ...(await requireContributorRole(context, oclId, wallet)) };
}

interface LabOfContributor {
  lab: LabRow;
  role: 'OWNER' | 'CONTRIBUTOR';
}

/** The lab, when this wallet may write there. Nobody need have proved the wallet, so it authorizes nothing alone. */
export async function requireContributorRole(
  context: CheckContext,
  oclId: string,
  wallet: Address,
): Promise<LabOfContributor> {
  const lab = await requireRegisteredLab(context, oclId);
  const role = await readRole(context.chain, { oclId: oclId as Address, wallet }, callScopeOf(context));
  if (role !== 'OWNER' && role !== 'CONTRIBUTOR')
    throw unauthorized(
      'Only owners and contributors of this lab may do this. Ask an owner for the contributor role.',
    );
  return { lab, role };
}

/** The caller's wallet and the lab, when the wallet has any role there, by the chain of this moment. */
export async function requireMember(
  context: RequestContext,
  oclId: string,
): Promise<{ wallet: Address; lab: LabRow }> {
  const wallet = await requireWallet(context);
  const lab = await requireRegisteredLab(context, oclId);
  if (!(await readRole(context.chain, { oclId: oclId as Address, wallet }, callScopeOf(context))))
    throw unauthorized('Only members of this lab may do this. Ask an owner for a role.');
  return { wallet, lab };
}

/** The caller's wallet and the lab, when the wallet owns it: directly, through a Safe or an ERC-4337 account. */
export async function requireOwner(
  context: RequestContext,
  oclId: string,
): Promise<{ wallet: Address; lab: LabRow }> {
  const wallet = await requireWallet(context);
  const lab = await requireRegisteredLab(context, oclId);
  await requireOwnerRole(context, oclId, wallet);
  return { wallet, lab };
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
  await requireOwnerRole(context, oclId, wallet);
  return identity;
}

async function requireOwnerRole(context: CheckContext, oclId: string, wallet: Address): Promise<void> {
  const role = await readRole(context.chain, { oclId: oclId as Address, wallet }, callScopeOf(context));
  if (role !== 'OWNER') throw unauthorized('Only an owner of this lab may do this.');
}

export function unauthorized(message: string): ServiceError {
  return new ServiceError('UNAUTHORIZED', message, { reason: 'UNAUTHORIZED' });
}

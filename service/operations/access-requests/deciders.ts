import { callScopeOf } from '#auth/caller.ts';
import { readRole } from '#chain/access-resolver.ts';
import type { Member } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { unauthorized } from '#core/rights/authorize.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import type { AccessRequestRow } from './request-store.ts';

/** Wallets that are told of one request. */
const MOST_TOLD = 100;

/** The members who may grant a role, lowercase: owners, and contributors for viewers. For notices; the chain authorizes. */
export function decidersOf(members: readonly Member[], role: AccessRequestRow['role']): string[] {
  return members
    .filter((member) => member.role === 'OWNER' || (member.role === 'CONTRIBUTOR' && role === 'VIEWER'))
    .slice(0, MOST_TOLD)
    .map(({ walletAddress }) => walletAddress);
}

type Asked = Pick<AccessRequestRow, 'oclId' | 'role'>;

/** Whether a wallet may decide on a request now, by the chain. */
export async function mayDecide(
  context: RequestContext,
  { oclId, role }: Asked,
  wallet: `0x${string}`,
): Promise<boolean> {
  const held = await readRole(context.chain, { oclId, wallet }, { ...callScopeOf(context), wallet });
  return held === 'OWNER' || (held === 'CONTRIBUTOR' && role === 'VIEWER');
}

/** @throws ServiceError `UNAUTHORIZED`; `UPSTREAM_UNAVAILABLE` */
export async function requireDecider(context: RequestContext, asked: Asked, wallet: `0x${string}`) {
  if (await mayDecide(context, asked, wallet)) return;
  throw unauthorized(
    asked.role === 'VIEWER'
      ? 'Only owners and contributors of this lab may decide on this request.'
      : 'Only an owner of this lab may decide on this request.',
  );
}

export const requestNotFound = () =>
  new ServiceError('NOT_FOUND', 'There is no such request. Check the id.', { reason: 'REQUEST_NOT_FOUND' });

export const requestClosed = (state: string) =>
  new ServiceError('CONFLICT', `The request is not open any more: it is ${state}.`, {
    reason: 'REQUEST_CLOSED',
    details: { state },
  });

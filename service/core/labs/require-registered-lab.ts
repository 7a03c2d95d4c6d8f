import { readLabIdentity } from '#chain/lab-nft.ts';
import type { RequestContext } from '#core/context/context.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { findLab, type LabRow } from './lab-rows.ts';

/**
 * The registered lab with this `oclId`. Reads the chain only if the lab is not registered.
 * @throws ServiceError `NOT_FOUND`, reason `OCL_NOT_FOUND` or `LAB_NOT_REGISTERED`; `UPSTREAM_UNAVAILABLE`
 */
export async function requireRegisteredLab(
  { db, chain }: Pick<RequestContext, 'db' | 'chain'>,
  oclId: string,
): Promise<LabRow> {
  const lab = await findLab(db, oclId);
  if (lab) return lab;
  throw (await readLabIdentity(chain, oclId)) ? labNotRegistered(oclId) : oclNotFound(oclId);
}

/** The chain does not confirm the id: no such token, or a token that is bound to another account. */
export function oclNotFound(oclId: string): ServiceError {
  return new ServiceError('NOT_FOUND', `No lab with the oclId ${oclId} exists onchain. Check the id.`, {
    reason: 'OCL_NOT_FOUND',
  });
}

/** The chain confirms the id, but `createLab` was not called for it. */
export function labNotRegistered(oclId: string): ServiceError {
  return new ServiceError(
    'NOT_FOUND',
    `The lab ${oclId} exists onchain but is not registered. Register it with createLab.`,
    { reason: 'LAB_NOT_REGISTERED' },
  );
}

export function labAlreadyRegistered(oclId: string): ServiceError {
  return new ServiceError('CONFLICT', `The lab ${oclId} is already registered.`, {
    reason: 'PROJECT_CONFLICT',
  });
}

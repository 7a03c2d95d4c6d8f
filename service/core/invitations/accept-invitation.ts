import { invitationProofMessage } from '@labroom/protocol/invitation';
import { type Hex, hashTypedData, recoverAddress } from 'viem';
import { z } from 'zod';
import type { RequestContext } from '#core/context/context.ts';
import type { Transaction } from '#platform/db/database.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { siteOf } from '../rights/signed-message.ts';
import { findInvitation, type InvitationRow, useInvitation } from './invitation-store.ts';

export const invitationId = z.uuid({ error: 'must be the id of an invitation' });

interface Acceptance {
  id: string;
  /** Signature of the secret over `InvitationProof`. */
  proof: Hex;
  wallet: `0x${string}`;
  oclId: string;
  role: InvitationRow['role'];
  until: Date | null;
}

/**
 * The invitation that a request accepts: the asker proved its secret, and asks for what it offers.
 * @throws ServiceError `NOT_FOUND`, reason `INVITATION_NOT_FOUND`; `UNAUTHENTICATED`, reason `INVALID_INVITATION_PROOF`
 */
export async function requireInvitation(
  context: RequestContext,
  accepted: Acceptance,
): Promise<InvitationRow> {
  const { id, proof, wallet, oclId, role, until } = accepted;
  const found = await findInvitation(context.db, id);
  if (found?.oclId !== oclId) throw invitationNotFound();
  const hash = hashTypedData(
    invitationProofMessage({
      chainId: context.config.chain.id,
      site: siteOf(context),
      invitation: id,
      wallet,
    }),
  );
  const signer = await recoverAddress({ hash, signature: proof }).catch(() => null);
  if (signer?.toLowerCase() !== found.secretAddress) {
    throw new ServiceError(
      'UNAUTHENTICATED',
      'The proof is not of the secret of this invitation and this wallet.',
      {
        reason: 'INVALID_INVITATION_PROOF',
      },
    );
  }
  if (found.role !== role || found.until?.getTime() !== until?.getTime()) {
    throw new ServiceError('VALIDATION_FAILED', 'role and until must be those of the invitation.', {
      details: { argument: 'input.invitation' },
    });
  }
  return found;
}

/**
 * Counts the acceptance, in its transaction, so that parallel ones never exceed the uses.
 * @throws ServiceError `FAILED_PRECONDITION`, reason `INVITATION_ENDED`
 */
export async function requireUse(tx: Transaction, id: string): Promise<void> {
  if (await useInvitation(tx, id)) return;
  throw new ServiceError(
    'FAILED_PRECONDITION',
    'The invitation was used up, has expired or was revoked. Ask for another one.',
    {
      reason: 'INVITATION_ENDED',
    },
  );
}

export const invitationNotFound = () =>
  new ServiceError('NOT_FOUND', 'There is no such invitation. Check the link.', {
    reason: 'INVITATION_NOT_FOUND',
  });

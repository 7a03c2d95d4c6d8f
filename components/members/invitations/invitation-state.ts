import type { InvitationFieldsFragment } from '@labroom/client/documents';

/** Why a link does not work any more; `null` if it works. */
export function endOfInvitation(
  { revokedAt, expiresAt, used, uses }: InvitationFieldsFragment,
  now: Date,
): 'revoked' | 'expired' | 'used up' | null {
  if (revokedAt) return 'revoked';
  if (new Date(expiresAt) <= now) return 'expired';
  return used >= uses ? 'used up' : null;
}

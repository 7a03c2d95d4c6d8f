import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { MutationRevokeInvitationArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { invitationId, invitationNotFound } from '#core/invitations/accept-invitation.ts';
import { findInvitation } from '#core/invitations/invitation-store.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { invitations } from '#platform/db/tables/access-requests.ts';
import { oclId, parseInput } from '#platform/input/input.ts';

const argsSchema = z.object({ oclId, id: invitationId });

/** Ends an invitation. Requests that accepted it stay. */
export async function revokeInvitation(context: RequestContext, args: MutationRevokeInvitationArgs) {
  const { oclId: ofLab, id } = parseInput(argsSchema, args);
  const { wallet, lab, role } = await requireRight(context, 'revokeInvitation', ofLab);
  const found = await findInvitation(context.db, id);
  // A contributor does not see invitations of contributors.
  if (found?.oclId !== lab.oclId || (found.role === 'CONTRIBUTOR' && role !== 'OWNER'))
    throw invitationNotFound();
  await context.db
    .update(invitations)
    .set({ revokedAt: sql`now()`, revokedBy: wallet })
    .where(and(eq(invitations.id, id), isNull(invitations.revokedAt)));
  return { invitation: await findInvitation(context.db, id), message: 'The invitation was revoked.' };
}

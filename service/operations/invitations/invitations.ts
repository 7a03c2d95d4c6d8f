import { z } from 'zod';
import type { QueryInvitationArgs, QueryInvitationsArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { invitationId } from '#core/invitations/accept-invitation.ts';
import { findInvitation, invitationsOf } from '#core/invitations/invitation-store.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { parseInput, parseOclId } from '#platform/input/input.ts';

const argsSchema = z.object({ id: invitationId });

/** The invitations of a lab, for those who can create them: contributors see those to the viewer role. */
export async function invitations(context: RequestContext, args: QueryInvitationsArgs) {
  const { lab, role } = await requireRight(context, 'invitations', parseOclId(args));
  return invitationsOf(context.db, lab.oclId, role === 'OWNER' ? undefined : 'VIEWER');
}

/** One invitation, for those who have its link. */
export async function invitation(context: RequestContext, args: QueryInvitationArgs) {
  return findInvitation(context.db, parseInput(argsSchema, args).id);
}

import { z } from 'zod';
import type { QueryInvitationArgs, QueryInvitationsArgs } from '#service/contract/schema.generated.ts';
import type { RequestContext } from '#service/core/context/context.ts';
import { parseInput, parseOclId } from '#service/platform/input/input.ts';
import { requireContributor } from '../authorize.ts';
import { findInvitation, invitationsOf } from './invitation-store.ts';

export const invitationId = z.uuid({ error: 'must be the id of an invitation' });
const argsSchema = z.object({ id: invitationId });

/** The invitations of a lab, for those who can create them: contributors see those to the viewer role. */
export async function invitations(context: RequestContext, args: QueryInvitationsArgs) {
  const { lab, role } = await requireContributor(context, parseOclId(args));
  return invitationsOf(context.db, lab.oclId, role === 'OWNER' ? undefined : 'VIEWER');
}

/** One invitation, for those who have its link. */
export async function invitation(context: RequestContext, args: QueryInvitationArgs) {
  return findInvitation(context.db, parseInput(argsSchema, args).id);
}

import type { RequestContext } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { oclId, parseInput } from '../input.ts';
import { findLab } from '../labs/lab-store.ts';
import type { LabMembersResult, QueryListLabMembersArgs } from '../schema.generated.ts';
import { membersOfLabs } from './members-of-lab.ts';

/** Who is an active member of a lab. Public. */
export async function listLabMembers(
  context: RequestContext,
  args: QueryListLabMembersArgs,
): Promise<LabMembersResult> {
  const id = parseInput(oclId, args.oclId);
  if (!(await findLab(context.db, id))) {
    throw new ServiceError('NOT_FOUND', 'There is no lab with this oclId.', { reason: 'LAB_NOT_FOUND' });
  }
  const members = (await membersOfLabs(context, [id])).get(id) ?? [];
  return { message: `${members.length} active ${members.length === 1 ? 'member' : 'members'}.`, members };
}

import type { LabMembersResult, QueryListLabMembersArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireRegisteredLab } from '#core/labs/require-registered-lab.ts';
import { membersOfLabs } from '#core/members/members-of-lab.ts';
import { parseOclId } from '#platform/input/input.ts';

/** Who is an active member of a lab. Public. */
export async function listLabMembers(
  context: RequestContext,
  args: QueryListLabMembersArgs,
): Promise<LabMembersResult> {
  const id = parseOclId(args);
  await requireRegisteredLab(context, id);
  const members = (await membersOfLabs(context, [id])).get(id) ?? [];
  return { message: `${members.length} active ${members.length === 1 ? 'member' : 'members'}.`, members };
}

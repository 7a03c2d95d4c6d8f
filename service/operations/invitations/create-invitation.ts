import { invitationLimits } from '@labroom/protocol/invitation';
import { explainExpiry } from '@labroom/protocol/role-expiry';
import { z } from 'zod';
import type { MutationCreateInvitationArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { countUsable } from '#core/invitations/invitation-store.ts';
import { lockLab } from '#core/labs/lab-lock.ts';
import { requireRight, unauthorized } from '#core/rights/authorize.ts';
import { signedTime } from '#core/rights/signed-message.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { invitations } from '#platform/db/tables/access-requests.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { oclId, parseInput, walletAddress } from '#platform/input/input.ts';

const dayMs = 86_400_000;

const argsSchema = z.object({
  input: z.object({
    oclId,
    role: z.enum(['VIEWER', 'CONTRIBUTOR']),
    until: signedTime.nullish(),
    uses: z.int().min(1).max(invitationLimits.uses),
    expiresAt: signedTime.refine(
      (at) =>
        at.getTime() > Date.now() && at.getTime() <= Date.now() + invitationLimits.days * dayMs + 60_000,
      { error: `must be within the next ${invitationLimits.days} days` },
    ),
    secretAddress: walletAddress,
  }),
});

/** Creates a link that invites to a role. Who accepts it sends a request, which is granted as any other. */
export async function createInvitation(context: RequestContext, args: MutationCreateInvitationArgs) {
  const { oclId: id, until = null, ...input } = parseInput(argsSchema, args).input;
  const { wallet, lab, role } = await requireRight(context, 'createInvitation', id);
  if (input.role === 'CONTRIBUTOR' && role !== 'OWNER')
    throw unauthorized('Only an owner of this lab may invite contributors.');
  const problem = until && explainExpiry(BigInt(Math.floor(until.getTime() / 1000)), new Date());
  if (problem) {
    throw new ServiceError('VALIDATION_FAILED', `input.until: ${problem}`, {
      details: { argument: 'input.until' },
    });
  }
  const invitation = await labTransaction(context.db, lab.oclId, async (tx) => {
    await lockLab(tx, lab.oclId);
    if ((await countUsable(tx, lab.oclId)) >= invitationLimits.openOfLab) {
      throw new ServiceError(
        'FAILED_PRECONDITION',
        `A lab has at most ${invitationLimits.openOfLab} invitations. Revoke one.`,
        { reason: 'TOO_MANY_ACCESS_REQUESTS' },
      );
    }
    const values = { ...input, until, oclId: lab.oclId, createdBy: wallet };
    const [row] = await tx.insert(invitations).values(values).returning();
    if (!row) throw new Error('The invitation was not stored');
    return row;
  });
  return { invitation, message: 'The invitation was created.' };
}

import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { MutationSetLabIntentArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { labs } from '#platform/db/tables/labs.ts';
import { oclId, parseInput } from '#platform/input/input.ts';

const argsSchema = z.object({ oclId, required: z.boolean() });

/** Demands that every payment for a call that names this lab names its call, or no longer. */
export async function setLabIntent(context: RequestContext, args: MutationSetLabIntentArgs) {
  const { oclId, required } = parseInput(argsSchema, args);
  const { lab } = await requireRight(context, 'setLabIntent', oclId);
  await context.db.update(labs).set({ requiresIntent: required }).where(eq(labs.oclId, lab.oclId));
  return {
    required,
    message: required
      ? 'Payments for calls in this lab must name their calls.'
      : 'Any payment is taken in this lab.',
  };
}

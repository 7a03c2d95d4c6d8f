import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { MutationSetLabReadinessArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { appendToFeed } from '#core/feed/write-feed.ts';
import { lockLab } from '#core/labs/lab-lock.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { sendLast } from '#platform/db/send-together.ts';
import { labReadiness } from '#platform/db/tables/plans.ts';
import { oclId, parseInput } from '#platform/input/input.ts';

const argsSchema = z.object({
  oclId,
  input: z.object({
    level: z.int().min(1).max(9).nullish(),
    rationale: z.string().trim().max(10_000).nullish(),
    scores: z
      .array(z.object({ criterion: z.string().trim().min(1).max(200), score: z.number().min(0).max(10) }))
      .max(20)
      .nullish(),
  }),
});

/** Replaces what a lab says about its readiness. Without level, rationale and scores it says nothing. */
export async function setLabReadiness(context: RequestContext, args: MutationSetLabReadinessArgs) {
  const { oclId: id, input } = parseInput(argsSchema, args);
  const { wallet, lab } = await requireRight(context, 'setLabReadiness', id);
  const stated = {
    level: input.level ?? null,
    rationale: input.rationale || null,
    scores: input.scores ?? [],
  };
  const isStated = stated.level !== null || stated.rationale !== null || stated.scores.length > 0;
  await labTransaction(context.db, lab.oclId, async (tx) => {
    await lockLab(tx, lab.oclId);
    const [former] = await tx.delete(labReadiness).where(eq(labReadiness.oclId, lab.oclId)).returning();
    if (!former && !isStated) return;
    if (isStated)
      await tx
        .insert(labReadiness)
        .values({ ...stated, oclId: lab.oclId, changeBy: wallet, changedAt: sql`clock_timestamp()` });
    const readiness = { level: stated.level, formerLevel: former?.level ?? null };
    const entry = { kind: 'READINESS_CHANGED', plan: { readiness }, changeBy: wallet } as const;
    sendLast(tx, appendToFeed(tx, lab.oclId, entry));
  });
  return { message: isStated ? 'Readiness saved.' : 'Readiness removed.' };
}

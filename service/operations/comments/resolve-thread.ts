import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { MutationResolveThreadArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireRegisteredLab } from '#core/labs/require-registered-lab.ts';
import { threads as threadTable } from '#platform/db/tables/comments.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { uuid } from './comment-input.ts';
import { findThread } from './comment-store.ts';
import { requireCommenter, threadNotFound } from './require-commenter.ts';

const argsSchema = z.object({ oclId, id: uuid, resolved: z.boolean().nullish() });

/** Marks a thread as resolved, or reopens it. The first who resolves it stays named. */
export async function resolveThread(context: RequestContext, args: MutationResolveThreadArgs) {
  const input = parseInput(argsSchema, args);
  const { db } = context;
  const found = await findThread(db, input.oclId, input.id);
  if (!found) await requireRegisteredLab(context, input.oclId);
  const subject = { oclId: input.oclId, ref: found?.fileDid ?? null, version: found?.version ?? null };
  const { wallet } = await requireCommenter(context, 'resolveThread', subject);
  if (!found || found.commentCount === 0) throw threadNotFound();
  const isResolved = input.resolved ?? true;
  const now = sql`coalesce(${threadTable.resolvedAt}, clock_timestamp())`;
  const by = sql`coalesce(${threadTable.resolvedBy}, ${wallet})`;
  await db
    .update(threadTable)
    .set(isResolved ? { resolvedAt: now, resolvedBy: by } : { resolvedAt: null, resolvedBy: null })
    .where(eq(threadTable.id, found.id));
  const thread = await findThread(db, input.oclId, input.id);
  return { thread: thread ?? null, message: isResolved ? 'Discussion resolved.' : 'Discussion reopened.' };
}

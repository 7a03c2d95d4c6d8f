import { leastRoleOnOthers } from '@labroom/protocol/lab-rights';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { MutationDeleteCommentArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { countText, lockLab } from '#core/labs/lab-lock.ts';
import { requireRegisteredLab } from '#core/labs/require-registered-lab.ts';
import { requireRole, requireWallet } from '#core/rights/authorize.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { comments, threads } from '#platform/db/tables/comments.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { uuid } from './comment-input.ts';
import { findComment, wordBytes } from './comment-store.ts';
import { commentNotFound } from './require-commenter.ts';

const argsSchema = z.object({ oclId, id: uuid });

/** Deletes the words of a comment: by its author, also after losing the role, or by an owner of the lab. */
export async function deleteComment(context: RequestContext, args: MutationDeleteCommentArgs) {
  const input = parseInput(argsSchema, args);
  const wallet = await requireWallet(context);
  await requireRegisteredLab(context, input.oclId);
  const found = await findComment(context.db, input.oclId, input.id);
  if (!found) throw commentNotFound();
  if (found.author !== wallet)
    await requireRole(context, leastRoleOnOthers('deleteComment'), input.oclId, wallet);
  await labTransaction(context.db, input.oclId, async (tx) => {
    await lockLab(tx, input.oclId);
    const present = await findComment(tx, input.oclId, input.id);
    if (!present || present.deletedAt !== null) throw commentNotFound();
    await tx
      .update(comments)
      .set({
        body: null,
        ciphertext: null,
        keySha256: null,
        mentions: [],
        deletedAt: sql`clock_timestamp()`,
        deletedBy: wallet,
      })
      .where(eq(comments.id, input.id));
    await tx
      .update(threads)
      .set({ commentCount: sql`${threads.commentCount} - 1` })
      .where(eq(threads.id, present.threadId));
    await countText(tx, input.oclId, -wordBytes(present));
  });
  return { message: 'Comment deleted.' };
}

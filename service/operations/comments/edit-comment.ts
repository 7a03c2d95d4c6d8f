import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { MutationEditCommentArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { countText, lockLab, requireMetadataQuota } from '#core/labs/lab-lock.ts';
import { requireRegisteredLab } from '#core/labs/require-registered-lab.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { resealed } from '#platform/db/tables/columns.ts';
import { comments } from '#platform/db/tables/comments.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { comment } from './comment-input.ts';
import { notifyOfComment } from './comment-notices.ts';
import { findComment, findThread, wordBytes } from './comment-store.ts';
import { knownWallets } from './known-wallets.ts';
import {
  commentNotFound,
  requireCommenter,
  requireCommentRate,
  requireFittingWords,
  requireUnchanged,
} from './require-commenter.ts';

const argsSchema = z.object({ oclId, comment });

/** Replaces the words of the caller's own comment. */
export async function editComment(context: RequestContext, args: MutationEditCommentArgs) {
  const input = parseInput(argsSchema, args);
  const { id, words } = input.comment;
  const found = await findComment(context.db, input.oclId, id);
  if (!found) await requireRegisteredLab(context, input.oclId);
  const subject = {
    oclId: input.oclId,
    ref: found?.thread.fileDid ?? null,
    version: found?.thread.version ?? null,
  };
  const commenter = await requireCommenter(context, 'editComment', subject);
  if (!found || found.author !== commenter.wallet) throw commentNotFound();
  await requireCommentRate(context, commenter.wallet);
  const known = await knownWallets(context, words.mentions, { ...subject, threadId: found.threadId });
  const thread = await labTransaction(context.db, input.oclId, async (tx) => {
    const locked = await lockLab(tx, input.oclId);
    const discussed = await requireUnchanged(tx, subject, commenter);
    const present = await findComment(tx, input.oclId, id);
    if (!present || present.deletedAt !== null) throw commentNotFound();
    requireFittingWords(discussed, words);
    const added = wordBytes(words) - wordBytes(present);
    requireMetadataQuota(locked, Math.max(0, added));
    await tx
      .update(comments)
      .set({ ...words, editedAt: sql`clock_timestamp()`, ...resealed })
      .where(eq(comments.id, id));
    await countText(tx, input.oclId, added);
    const mentions = words.mentions.filter((wallet) => !present.mentions.includes(wallet));
    const file = discussed && {
      ref: discussed.file.did,
      path: discussed.file.path,
      version: discussed.version.version,
    };
    await notifyOfComment(tx, {
      thread: present.thread,
      file,
      commentId: id,
      wallet: commenter.wallet,
      mentions,
      known,
      onlyMentions: true,
    });
    return findThread(tx, input.oclId, present.threadId);
  });
  return { thread: thread ?? null, message: 'Comment changed.' };
}

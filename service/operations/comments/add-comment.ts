import { commentLimits } from '@labroom/protocol/comment';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { MutationAddCommentArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { appendToFeed } from '#core/feed/write-feed.ts';
import { lockLab, requireMetadataQuota } from '#core/labs/lab-lock.ts';
import { requireRegisteredLab } from '#core/labs/require-registered-lab.ts';
import { type LabTransaction, labTransaction } from '#platform/db/lab-transaction.ts';
import { comments, threads } from '#platform/db/tables/comments.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { comment, type NewComment, uuid } from './comment-input.ts';
import { notifyOfComment } from './comment-notices.ts';
import { findComment, findThread, type StoredThread, wordBytes } from './comment-store.ts';
import { knownWallets } from './known-wallets.ts';
import {
  type DiscussedVersion,
  idTaken,
  requireCommenter,
  requireCommentRate,
  requireFittingWords,
  requireUnchanged,
  threadNotFound,
  tooMany,
} from './require-commenter.ts';
import { sameWords } from './same-words.ts';

const argsSchema = z.object({ oclId, threadId: uuid, comment });

/** Adds a comment to a thread. */
export async function addComment(context: RequestContext, args: MutationAddCommentArgs) {
  const input = parseInput(argsSchema, args);
  const { db } = context;
  const found = await findThread(db, input.oclId, input.threadId);
  if (!found) await requireRegisteredLab(context, input.oclId);
  const subject = { oclId: input.oclId, ref: found?.fileDid ?? null, version: found?.version ?? null };
  const commenter = await requireCommenter(context, 'addComment', subject);
  if (!found) throw threadNotFound();
  await requireCommentRate(context, commenter.wallet);
  const known = await knownWallets(context, input.comment.words.mentions, {
    ...subject,
    threadId: found.id,
  });
  const thread = await labTransaction(db, input.oclId, async (tx) => {
    const locked = await lockLab(tx, input.oclId);
    const discussed = await requireUnchanged(tx, subject, commenter);
    const present = await findThread(tx, input.oclId, input.threadId);
    if (!present || present.commentCount === 0) throw threadNotFound();
    const earlier = await findComment(tx, input.oclId, input.comment.id);
    if (earlier) {
      if (earlier.threadId === present.id && sameWords(earlier, commenter.wallet, input.comment.words))
        return present;
      throw idTaken();
    }
    requireFittingWords(discussed, input.comment.words);
    if (present.commentCount >= commentLimits.comments)
      throw tooMany(`A discussion has at most ${commentLimits.comments} comments. Begin another one.`);
    requireMetadataQuota(locked, wordBytes(input.comment.words));
    const { wallet } = commenter;
    await insertComment(tx, { thread: present, discussed, wallet, comment: input.comment, known });
    return findThread(tx, input.oclId, input.threadId);
  });
  return { thread: thread ?? null, message: 'Comment added.' };
}

interface Insertion {
  thread: StoredThread;
  discussed: DiscussedVersion | null;
  wallet: string;
  comment: NewComment;
  /** `knownWallets` of the mentioned ones. */
  known: ReadonlySet<string>;
}

/** Stores a comment of a locked lab, counts it, and tells of it. */
export async function insertComment(
  tx: LabTransaction,
  { thread, discussed, wallet, comment: { id, words }, known }: Insertion,
): Promise<void> {
  const inserted = await tx
    .insert(comments)
    .values({ id, threadId: thread.id, author: wallet, ...words })
    .onConflictDoNothing()
    .returning({ id: comments.id });
  // Another lab has a comment with this id.
  if (inserted.length === 0) throw idTaken();
  await tx
    .update(threads)
    .set({ commentCount: sql`${threads.commentCount} + 1` })
    .where(eq(threads.id, thread.id));
  const file = discussed && {
    ref: discussed.file.did,
    path: discussed.file.path,
    version: discussed.version.version,
  };
  const discussion = { action: 'COMMENTED', threadId: thread.id, file } as const;
  const entry = { kind: 'DISCUSSION', discussion, changeBy: wallet } as const;
  await appendToFeed(tx, thread.oclId, entry, { textBytes: wordBytes(words) });
  await notifyOfComment(tx, { thread, file, commentId: id, wallet, mentions: words.mentions, known });
}

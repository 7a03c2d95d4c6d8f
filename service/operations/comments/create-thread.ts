import { commentLimits } from '@labroom/protocol/comment';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { MutationCreateThreadArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { lockLab, requireMetadataQuota } from '#core/labs/lab-lock.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { threads } from '#platform/db/tables/comments.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { insertComment } from './add-comment.ts';
import { anchor, comment, uuid } from './comment-input.ts';
import { findComment, findThread, wordBytes } from './comment-store.ts';
import { knownWallets } from './known-wallets.ts';
import {
  idTaken,
  requireCommenter,
  requireCommentRate,
  requireFittingWords,
  requireUnchanged,
  tooMany,
} from './require-commenter.ts';
import { sameWords } from './same-words.ts';

const argsSchema = z.object({
  oclId,
  input: z
    .object({
      id: uuid,
      ref: z.string().nullish(),
      version: z.int().min(1).nullish(),
      anchor: anchor.nullish(),
      comment,
    })
    .refine(({ ref, version }) => (ref == null) === (version == null), {
      path: ['version'],
      error: 'and ref go together',
    })
    .refine(({ anchor: part, ref }) => part == null || ref != null, {
      path: ['anchor'],
      error: 'needs a file',
    })
    .refine(({ anchor: part, comment: { words } }) => part == null || words.ciphertext === null, {
      path: ['anchor'],
      error: 'is part of the encrypted comment, and not sent beside it',
      // A comment with an error has no `words`.
      when: ({ issues }) => issues.length === 0,
    }),
});

/** Begins a discussion of a lab or of a version of a file, with its first comment. */
export async function createThread(context: RequestContext, args: MutationCreateThreadArgs) {
  const { oclId: lab, input } = parseInput(argsSchema, args);
  const subject = { oclId: lab, ref: input.ref ?? null, version: input.version ?? null };
  const commenter = await requireCommenter(context, 'createThread', subject);
  const { wallet } = commenter;
  await requireCommentRate(context, wallet);
  const { words } = input.comment;
  const known = await knownWallets(context, words.mentions, { ...subject, threadId: null });
  const thread = await labTransaction(context.db, lab, async (tx) => {
    const locked = await lockLab(tx, lab);
    const discussed = await requireUnchanged(tx, subject, commenter);
    const earlier = await findThread(tx, lab, input.id);
    if (earlier) {
      const first = await findComment(tx, lab, input.comment.id);
      const isRetry =
        first?.threadId === earlier.id &&
        earlier.fileDid === subject.ref &&
        earlier.version === subject.version &&
        sameWords(first, wallet, words);
      if (isRetry) return earlier;
      throw idTaken();
    }
    requireFittingWords(discussed, words);
    requireMetadataQuota(locked, wordBytes(words));
    const open = await tx.$count(
      threads,
      and(
        eq(threads.oclId, lab),
        subject.ref === null ? isNull(threads.fileDid) : eq(threads.fileDid, subject.ref),
        gt(threads.commentCount, 0),
      ),
    );
    if (open >= commentLimits.threads)
      throw tooMany(`At most ${commentLimits.threads} discussions may be about one file or one lab.`);
    const version = discussed?.version;
    const [inserted] = await tx
      .insert(threads)
      .values({
        id: input.id,
        oclId: lab,
        fileDid: discussed?.file.did ?? null,
        version: version?.version ?? null,
        keyVersion: version ? (version.restoredFrom ?? version.version) : null,
        anchor: input.anchor ?? null,
        createdBy: wallet,
      })
      .onConflictDoNothing()
      .returning();
    // Another lab has a discussion with this id.
    if (!inserted) throw idTaken();
    await insertComment(tx, { thread: inserted, discussed, wallet, comment: input.comment, known });
    return findThread(tx, lab, input.id);
  });
  return { thread: thread ?? null, message: 'Discussion begun.' };
}

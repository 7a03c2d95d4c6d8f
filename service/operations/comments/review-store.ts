import { commentLimits } from '@labroom/protocol/comment';
import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import type { RequestContext } from '#core/context/context.ts';
import { appendToFeed } from '#core/feed/write-feed.ts';
import { fileNotFound } from '#core/files/file-errors.ts';
import { lockLab } from '#core/labs/lab-lock.ts';
import type { Reader } from '#platform/db/database.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { fileReviews } from '#platform/db/tables/comments.ts';
import { files } from '#platform/db/tables/files.ts';
import { notifyOfReview } from './comment-notices.ts';
import { knownWallets } from './known-wallets.ts';
import { requireCommenter, requireCommentRate, requireUnchanged, tooMany } from './require-commenter.ts';

export type FileReviewRow = typeof fileReviews.$inferSelect;

const longest = 200;

/** Reviews of a file that is in the data room, newest first. */
export function reviewsOf(
  db: Reader,
  { oclId, ref }: { oclId: string; ref: string },
): Promise<FileReviewRow[]> {
  return db
    .select(getTableColumns(fileReviews))
    .from(fileReviews)
    .innerJoin(files, eq(files.did, fileReviews.fileDid))
    .where(and(eq(fileReviews.oclId, oclId), eq(fileReviews.fileDid, ref)))
    .orderBy(desc(fileReviews.at), fileReviews.wallet)
    .limit(longest);
}

interface NewReview {
  oclId: string;
  ref: string;
  version: number;
  state: FileReviewRow['state'];
  reviewers: string[];
}

/** Stores that the caller wants a version reviewed, or has reviewed it, and tells of it. A repeated call tells of nothing. */
export async function writeReview(
  context: RequestContext,
  operation: 'requestReview' | 'reviewFileVersion',
  review: NewReview,
): Promise<FileReviewRow> {
  const { oclId, ref, version, state, reviewers } = review;
  const commenter = await requireCommenter(context, operation, review);
  const { wallet } = commenter;
  await requireCommentRate(context, wallet);
  const known = await knownWallets(context, reviewers, { oclId, ref, threadId: null });
  return labTransaction(context.db, oclId, async (tx) => {
    await lockLab(tx, oclId);
    const discussed = await requireUnchanged(tx, review, commenter);
    if (!discussed) throw fileNotFound();
    const ofFile = eq(fileReviews.fileDid, ref);
    const [earlier] = await tx
      .select()
      .from(fileReviews)
      .where(
        and(
          ofFile,
          eq(fileReviews.version, version),
          eq(fileReviews.state, state),
          eq(fileReviews.wallet, wallet),
        ),
      );
    if (earlier && earlier.reviewers.join() === reviewers.join()) return earlier;
    if (!earlier && (await tx.$count(fileReviews, ofFile)) >= commentLimits.reviews)
      throw tooMany(`A file has at most ${commentLimits.reviews} reviews.`);
    const values = { oclId, fileDid: ref, version, state, wallet, reviewers };
    const [row] = await tx
      .insert(fileReviews)
      .values(values)
      .onConflictDoUpdate({
        target: [fileReviews.fileDid, fileReviews.version, fileReviews.state, fileReviews.wallet],
        set: { reviewers },
      })
      .returning();
    if (!row) throw new Error('The review was not stored');
    const file = { ref, path: discussed.file.path, version };
    const action = state === 'WANTED' ? 'REVIEW_WANTED' : 'REVIEWED';
    const discussion = { action, threadId: null, file } as const;
    await appendToFeed(tx, oclId, { kind: 'DISCUSSION', discussion, changeBy: wallet });
    const to = state === 'WANTED' ? reviewers : await wantedBy(tx, ref, version);
    await notifyOfReview(tx, { oclId, file, state, wallet, to, known });
    return row;
  });
}

async function wantedBy(db: Reader, ref: string, version: number): Promise<string[]> {
  const { fileDid, state, wallet } = fileReviews;
  const rows = await db
    .select({ wallet })
    .from(fileReviews)
    .where(and(eq(fileDid, ref), eq(fileReviews.version, version), eq(state, 'WANTED')));
  return rows.map((row) => row.wallet);
}

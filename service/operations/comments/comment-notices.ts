import type { LabTransaction } from '#service/platform/db/lab-transaction.ts';
import type { DiscussionEntry } from '#service/platform/db/tables/activity.ts';
import { notify } from '../notifications/notify.ts';
import { participantsOf, type StoredThread } from './comment-store.ts';

interface CommentNotice {
  thread: StoredThread;
  file: DiscussionEntry['file'];
  commentId: string;
  /** The author. */
  wallet: string;
  mentions: readonly string[];
  /** For an edit: participants were notified of the comment before. */
  onlyMentions?: boolean;
}

/** Notifies mentioned wallets, participants and who added the version that there is a comment. */
export async function notifyOfComment(tx: LabTransaction, notice: CommentNotice): Promise<void> {
  const { thread, file, commentId, wallet: by, mentions } = notice;
  const { oclId } = thread;
  const subject = { threadId: thread.id, by, ...(file && { ref: file.ref, path: file.path }) };
  await notify(tx, mentions, { kind: 'MENTIONED', oclId, subject, key: `mention ${commentId}` });
  if (notice.onlyMentions) return;
  const participants = new Set(await participantsOf(tx, thread));
  for (const wallet of mentions) participants.delete(wallet);
  await notify(tx, [...participants], { kind: 'COMMENTED', oclId, subject, key: `comment ${commentId}` });
}

interface ReviewNotice {
  oclId: string;
  file: NonNullable<DiscussionEntry['file']>;
  state: 'WANTED' | 'REVIEWED';
  wallet: string;
  /** Who is asked, or who wanted it. */
  to: readonly string[];
}

/** Notifies who is asked for a review, or who wanted the one that was made. */
export async function notifyOfReview(tx: LabTransaction, notice: ReviewNotice): Promise<void> {
  const { oclId, file, state, wallet: by, to } = notice;
  const { ref, path, version } = file;
  const kind = state === 'WANTED' ? 'REVIEW_WANTED' : 'REVIEWED';
  await notify(tx, to, { kind, oclId, subject: { ref, path, by }, key: `${kind} ${ref} ${version} ${by}` });
}

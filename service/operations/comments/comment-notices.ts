import { countUnknownMention, notify } from '#core/notices/notify.ts';
import type { LabTransaction } from '#platform/db/lab-transaction.ts';
import type { DiscussionEntry } from '#platform/db/tables/activity.ts';
import { participantsOf, type StoredThread } from './comment-store.ts';

interface CommentNotice {
  thread: StoredThread;
  file: DiscussionEntry['file'];
  commentId: string;
  /** The author. */
  wallet: string;
  mentions: readonly string[];
  /** `knownWallets` of `mentions`. */
  known: ReadonlySet<string>;
  /** For an edit: participants were notified of the comment before. */
  onlyMentions?: boolean;
}

/** Notifies mentioned wallets that know the lab, participants and who added the version that there is a comment, and counts the mentions of others. */
export async function notifyOfComment(tx: LabTransaction, notice: CommentNotice): Promise<void> {
  const { thread, file, commentId, wallet: by, mentions } = notice;
  const { oclId } = thread;
  const subject = { threadId: thread.id, by, ...(file && { ref: file.ref, path: file.path }) };
  const reached = mentions.filter((mentioned) => notice.known.has(mentioned));
  await notify(tx, reached, { kind: 'MENTIONED', oclId, subject, key: `mention ${commentId}` });
  const others = mentions.filter((mentioned) => !notice.known.has(mentioned));
  await countUnknownMention(tx, others, { oclId, by, kind: 'MENTIONED' });
  if (notice.onlyMentions) return;
  const participants = new Set(await participantsOf(tx, thread));
  for (const wallet of reached) participants.delete(wallet);
  await notify(tx, [...participants], { kind: 'COMMENTED', oclId, subject, key: `comment ${commentId}` });
}

interface ReviewNotice {
  oclId: string;
  file: NonNullable<DiscussionEntry['file']>;
  state: 'WANTED' | 'REVIEWED';
  wallet: string;
  /** Who is asked, or who wanted it. */
  to: readonly string[];
  /** `knownWallets` of who is asked. Who wanted a review knows of it. */
  known: ReadonlySet<string>;
}

/** Notifies who is asked for a review, or who wanted the one that was made. */
export async function notifyOfReview(tx: LabTransaction, notice: ReviewNotice): Promise<void> {
  const { oclId, file, state, wallet: by, known } = notice;
  const { ref, path, version } = file;
  const kind = state === 'WANTED' ? 'REVIEW_WANTED' : 'REVIEWED';
  const isReached = (wallet: string) => state === 'REVIEWED' || known.has(wallet);
  const to = notice.to.filter(isReached);
  await notify(tx, to, { kind, oclId, subject: { ref, path, by }, key: `${kind} ${ref} ${version} ${by}` });
  const others = notice.to.filter((wallet) => !isReached(wallet));
  await countUnknownMention(tx, others, { oclId, by, kind: 'REVIEW_WANTED' });
}

import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { forgetMarks } from '#core/feed/feed-marks.ts';
import type { Database, Reader, Transaction } from '#platform/db/database.ts';
import { type LabTransaction, labTransaction } from '#platform/db/lab-transaction.ts';
import { comments, threads } from '#platform/db/tables/comments.ts';
import { files, trashedFiles } from '#platform/db/tables/files.ts';
import { labs } from '#platform/db/tables/labs.ts';
import { hides, type SubjectKind } from '#platform/db/tables/moderation.ts';
import { releases } from '#platform/db/tables/releases.ts';

export type HideRow = typeof hides.$inferSelect;

/** What is hidden or reported. */
export type ModeratedSubject = Pick<HideRow, 'kind' | 'oclId' | 'subject'>;

/**
 * Hides a subject from lists, search and feeds. Nothing is deleted, and who may open what stays the same. All lists change in the
 * transaction.
 * @param reason the operator's words, for the members of the lab
 * @returns false if it is hidden already
 */
export function hide(db: Database, subject: ModeratedSubject, reason: string): Promise<boolean> {
  return turn(db, subject, async (tx) => {
    const added = await tx
      .insert(hides)
      .values({ ...subject, reason })
      .onConflictDoNothing()
      .returning({ id: hides.id });
    return added.length > 0;
  });
}

/** Shows a hidden subject again. @returns false if it is not hidden */
export function unhide(db: Database, subject: ModeratedSubject): Promise<boolean> {
  return turn(db, subject, async (tx) => {
    const ended = await tx
      .update(hides)
      .set({ shownAt: sql`now()` })
      .where(and(isNow, eq(hides.kind, subject.kind), eq(hides.subject, subject.subject)))
      .returning({ id: hides.id });
    return ended.length > 0;
  });
}

const isNow = isNull(hides.shownAt);

/** What is hidden now, or with `all` what ever was, the newest first. */
export function listHides(db: Reader, { all }: { all: boolean }): Promise<HideRow[]> {
  return db
    .select()
    .from(hides)
    .where(all ? undefined : isNow)
    .orderBy(desc(hides.hiddenAt), desc(hides.id));
}

/** The present hides of these subjects of one kind. */
export function hidesOf(db: Reader, kind: SubjectKind, subjects: readonly string[]): Promise<HideRow[]> {
  if (subjects.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(hides)
    .where(and(isNow, eq(hides.kind, kind), inArray(hides.subject, [...subjects])));
}

async function turn(
  db: Database,
  subject: ModeratedSubject,
  record: (tx: Transaction) => Promise<boolean>,
): Promise<boolean> {
  const { oclId } = subject;
  if (oclId === null) return db.transaction(record);
  return labTransaction(db, oclId, async (tx) => {
    // A feed can be long.
    await tx.execute(sql`set local statement_timeout = 0`);
    // Whatever is written next about the lab waits for this, and then sees it.
    await tx.select({ oclId: labs.oclId }).from(labs).where(eq(labs.oclId, oclId)).for('update');
    if (!(await record(tx))) return false;
    await tx
      .update(labs)
      .set({ hides: sql`${labs.hides} + 1` })
      .where(eq(labs.oclId, oclId));
    await mark[subject.kind](tx, { ...subject, oclId });
    return true;
  });
}

type OfLab = ModeratedSubject & { oclId: string };

/** SQL: whether the subject is hidden now. */
const isHidden = ({ kind, subject }: ModeratedSubject) =>
  sql<boolean>`exists (select from hides where kind = ${kind} and subject = ${subject} and shown_at is null)`;

/** Writes where lists look whether something is hidden. */
const mark: Record<SubjectKind, (tx: LabTransaction, subject: OfLab) => Promise<void>> = {
  async LAB(tx, subject) {
    await tx
      .update(labs)
      .set({ isHidden: isHidden(subject) })
      .where(eq(labs.oclId, subject.oclId));
    await markDocuments(tx, subject.oclId);
    await forgetMarks(tx);
    await forgetDeliveries(tx, subject.oclId);
  },
  async FILE(tx, subject) {
    for (const table of [files, trashedFiles])
      await tx
        .update(table)
        .set({ isHidden: isHidden(subject) })
        .where(eq(table.did, subject.subject));
    await markDocuments(tx, subject.oclId);
    await markFeed(tx, subject);
  },
  async ANNOUNCEMENT(tx, subject) {
    await markDocuments(tx, subject.oclId);
    await markFeed(tx, subject);
  },
  async RELEASE(tx, subject) {
    await tx
      .update(releases)
      .set({ isHidden: isHidden(subject) })
      .where(eq(releases.did, subject.subject));
    await markFeed(tx, subject);
  },
  async THREAD(tx, subject) {
    await tx
      .update(threads)
      .set({ isHidden: isHidden(subject) })
      .where(eq(threads.id, subject.subject));
    await markFeed(tx, subject);
  },
  async COMMENT(tx, subject) {
    await tx
      .update(comments)
      .set({ isHidden: isHidden(subject) })
      .where(eq(comments.id, subject.subject));
  },
  PROFILE() {
    throw new Error('A profile belongs to no lab.');
  },
};

async function markDocuments(tx: LabTransaction, oclId: string): Promise<void> {
  await tx.execute(sql`update search_documents d set hidden = not hidden
    where ocl_id = ${oclId} and hidden <> search_is_hidden(d)`);
}

async function markFeed(tx: LabTransaction, { oclId }: OfLab): Promise<void> {
  await tx.execute(sql`select hide_activity(${oclId})`);
  await forgetMarks(tx);
  await forgetDeliveries(tx, oclId);
}

/** Hidden events that wait for endpoints of programs are not sent to them. Those of the lab itself get all its events. */
async function forgetDeliveries(tx: LabTransaction, oclId: string): Promise<void> {
  await tx.execute(sql`
    delete from webhook_deliveries d using webhooks w, event_log e
    where d.ocl_id = ${oclId} and d.delivered_at is null and w.id = d.webhook_id and w.ocl_id is null and e.number = d.number
      and ((select hidden from labs where ocl_id = ${oclId})
        or (select a.hidden from activity a where a.ocl_id = e.ocl_id and a.seq = e.seq))`);
}

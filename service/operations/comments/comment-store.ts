import { and, asc, desc, eq, getTableColumns, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Reader } from '#platform/db/database.ts';
import { comments, threads } from '#platform/db/tables/comments.ts';
import { files, fileVersions } from '#platform/db/tables/files.ts';

export type StoredThread = typeof threads.$inferSelect;
export type StoredComment = typeof comments.$inferSelect;

/** A thread that may be shown, with what decides who may read it. */
export interface ThreadRow extends StoredThread {
  /** `accessControlConditions` of its version; null where everyone may read it. */
  conditions: string | null;
}
export interface CommentRow extends StoredComment {
  thread: ThreadRow;
}

interface ThreadsOf {
  oclId: string;
  /** `null`: the discussions of the lab itself. */
  ref: string | null;
  version?: number | undefined;
  /** Whether discussions that the operator hid are among them. */
  withHidden: boolean;
}

const isShown = gt(threads.commentCount, 0);

function which({ oclId, ref, version, withHidden }: ThreadsOf) {
  return and(
    eq(threads.oclId, oclId),
    ref === null ? isNull(threads.fileDid) : eq(threads.fileDid, ref),
    version === undefined ? undefined : eq(threads.version, version),
    isShown,
    withHidden ? undefined : sql`not ${threads.isHidden}`,
  );
}

function selectThreads(db: Reader) {
  const conditions = sql<string | null>`${fileVersions.encryption} ->> 'accessControlConditions'`;
  return (
    db
      .select({ ...getTableColumns(threads), conditions, isPresent: sql<boolean>`${files.id} is not null` })
      .from(threads)
      // A file in the trash is not in this table, and its discussions are shown nowhere.
      .leftJoin(files, eq(files.did, threads.fileDid))
      .leftJoin(
        fileVersions,
        and(eq(fileVersions.fileId, files.id), eq(fileVersions.version, threads.version)),
      )
      .$dynamic()
  );
}

export async function pageThreads(
  db: Reader,
  { page, perPage, ...of }: ThreadsOf & { page: number; perPage: number },
): Promise<{ rows: ThreadRow[]; totalCount: number; commentCount: number }> {
  const [counted] = await db
    .select({
      threads: sql<number>`count(*)::int`,
      comments: sql<number>`coalesce(sum(${threads.commentCount}), 0)::int`,
    })
    .from(threads)
    .where(which(of));
  const rows = await selectThreads(db)
    .where(which(of))
    .orderBy(desc(threads.createdAt), threads.id)
    .limit(perPage)
    .offset(page * perPage);
  return { rows, totalCount: counted?.threads ?? 0, commentCount: counted?.comments ?? 0 };
}

/** A thread of a lab, also one whose comments are deleted; not one about a file in the trash. */
export async function findThread(db: Reader, oclId: string, id: string): Promise<ThreadRow | undefined> {
  const [row] = await selectThreads(db).where(and(eq(threads.oclId, oclId), eq(threads.id, id)));
  if (!row || (row.fileDid !== null && !row.isPresent)) return undefined;
  return row;
}

/** A comment of a lab with its thread. */
export async function findComment(db: Reader, oclId: string, id: string): Promise<CommentRow | undefined> {
  const [comment] = await db.select().from(comments).where(eq(comments.id, id));
  const thread = comment && (await findThread(db, oclId, comment.threadId));
  return comment && thread && { ...comment, thread };
}

/** Comments of several threads, each a page of its own, oldest first. */
export async function commentsOf(
  db: Reader,
  threadIds: readonly string[],
  { page, perPage }: { page: number; perPage: number },
): Promise<StoredComment[]> {
  const wanted = db
    .select({ id: threads.id })
    .from(threads)
    .where(inArray(threads.id, [...threadIds]))
    .as('wanted');
  const one = db
    .select()
    .from(comments)
    .where(sql`${comments.threadId} = ${wanted.id}`)
    .orderBy(asc(comments.createdAt), asc(comments.id))
    .limit(perPage)
    .offset(page * perPage)
    .as('one');
  const rows = await db
    .select({ one: sql<string>`${one.id}` })
    .from(wanted)
    .crossJoinLateral(one);
  if (rows.length === 0) return [];
  return db
    .select()
    .from(comments)
    .where(
      inArray(
        comments.id,
        rows.map((row) => row.one),
      ),
    )
    .orderBy(asc(comments.createdAt), asc(comments.id));
}

/** Comments on files that are not deleted, without those of hidden discussions, by DID; none for a file without. */
export async function commentCounts(db: Reader, dids: readonly string[]): Promise<Map<string, number>> {
  if (dids.length === 0) return new Map();
  const rows = await db
    .select({ did: threads.fileDid, count: sql<number>`sum(${threads.commentCount})::int` })
    .from(threads)
    .where(sql`${threads.fileDid} = any(${sql.param([...dids])}) and not ${threads.isHidden}`)
    .groupBy(threads.fileDid);
  return new Map(rows.map(({ did, count }) => [did ?? '', count]));
}

/** Bytes that a comment counts in its lab's text. */
export const wordBytes = ({ body, ciphertext }: Pick<StoredComment, 'body' | 'ciphertext'>): number =>
  body === null ? (ciphertext?.byteLength ?? 0) : Buffer.byteLength(body);

/** Who wrote in a thread, and who added its version. */
export async function participantsOf(db: Reader, thread: StoredThread): Promise<string[]> {
  const authors = await db
    .selectDistinct({ wallet: comments.author })
    .from(comments)
    .where(and(eq(comments.threadId, thread.id), isNull(comments.deletedAt)));
  const addedBy = thread.fileDid
    ? await db
        .select({ wallet: fileVersions.changeBy })
        .from(fileVersions)
        .innerJoin(files, eq(files.id, fileVersions.fileId))
        .where(and(eq(files.did, thread.fileDid), eq(fileVersions.version, thread.version ?? 0)))
    : [];
  return [...authors, ...addedBy].map(({ wallet }) => wallet);
}

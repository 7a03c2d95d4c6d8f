import { and, eq, or, sql } from 'drizzle-orm';
import type { Reader } from '#platform/db/database.ts';
import { announcements } from '#platform/db/tables/activity.ts';
import { comments, threads } from '#platform/db/tables/comments.ts';
import { files, trashedFiles } from '#platform/db/tables/files.ts';
import { labs } from '#platform/db/tables/labs.ts';
import type { SubjectKind } from '#platform/db/tables/moderation.ts';
import { releases } from '#platform/db/tables/releases.ts';
import type { ModeratedSubject } from './hide-store.ts';

/** How a person names something of a lab. */
export interface NamedSubject {
  kind: Exclude<SubjectKind, 'PROFILE'>;
  oclId: string;
  /** For a file its DID or path, for a release its DID or number, else its id. Ignored for a lab. */
  name: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What a person names, if the lab has it. A file in the trash counts, because it can come back. */
export async function findSubject(
  db: Reader,
  { kind, oclId, name }: NamedSubject,
): Promise<ModeratedSubject | null> {
  const subject = await find[kind](db, oclId, name);
  return subject === undefined ? null : { kind, oclId, subject };
}

type Find = (db: Reader, oclId: string, name: string) => Promise<string | undefined>;

const find: Record<NamedSubject['kind'], Find> = {
  async LAB(db, oclId) {
    const [lab] = await db.select({ oclId: labs.oclId }).from(labs).where(eq(labs.oclId, oclId));
    return lab?.oclId;
  },
  async FILE(db, oclId, name) {
    for (const table of [files, trashedFiles]) {
      const [file] = await db
        .select({ did: table.did })
        .from(table)
        .where(and(eq(table.oclId, oclId), or(eq(table.did, name), eq(table.path, name.normalize('NFC')))))
        .limit(1);
      if (file) return file.did;
    }
    return undefined;
  },
  async RELEASE(db, oclId, name) {
    const [release] = await db
      .select({ did: releases.did })
      .from(releases)
      .where(
        and(eq(releases.oclId, oclId), or(eq(releases.did, name), sql`${releases.number}::text = ${name}`)),
      );
    return release?.did;
  },
  async ANNOUNCEMENT(db, oclId, name) {
    if (!uuid.test(name)) return undefined;
    const [announcement] = await db
      .select({ id: announcements.id })
      .from(announcements)
      .where(and(eq(announcements.oclId, oclId), eq(announcements.id, name)));
    return announcement?.id;
  },
  async THREAD(db, oclId, name) {
    if (!uuid.test(name)) return undefined;
    const [thread] = await db
      .select({ id: threads.id })
      .from(threads)
      .where(and(eq(threads.oclId, oclId), eq(threads.id, name)));
    return thread?.id;
  },
  async COMMENT(db, oclId, name) {
    if (!uuid.test(name)) return undefined;
    const [comment] = await db
      .select({ id: comments.id })
      .from(comments)
      .innerJoin(threads, eq(threads.id, comments.threadId))
      .where(and(eq(threads.oclId, oclId), eq(comments.id, name)));
    return comment?.id;
  },
};

import { inArray, sql } from 'drizzle-orm';
import type { Reader } from '#platform/db/database.ts';
import { announcements } from '#platform/db/tables/activity.ts';

/** Characters of a body that a list reads. */
const startCharacters = 1_200;

/** Announcements with the beginning of their bodies, of which each may be a hundred times as long. */
export function findAnnouncements(db: Reader, ids: string[]) {
  const { id, headline, attachments, body } = announcements;
  const start = sql<string>`left(${body}, ${startCharacters})`;
  const isWhole = sql<boolean>`length(${body}) <= ${startCharacters}`;
  return db.select({ id, headline, attachments, start, isWhole }).from(announcements).where(inArray(id, ids));
}

export function findBodies(db: Reader, ids: string[]) {
  const { id, body } = announcements;
  return db.select({ id, body }).from(announcements).where(inArray(id, ids));
}

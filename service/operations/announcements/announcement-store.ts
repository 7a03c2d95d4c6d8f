import { inArray } from 'drizzle-orm';
import type { Reader } from '#service/platform/db/database.ts';
import { announcements } from '#service/platform/db/tables/activity.ts';

export function findAnnouncements(db: Reader, ids: string[]) {
  return db.select().from(announcements).where(inArray(announcements.id, ids));
}

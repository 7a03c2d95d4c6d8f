import { sql } from 'drizzle-orm';
import type { Reader } from '#platform/db/database.ts';
import { endOfLog } from '#platform/db/event-log.ts';
import { beyondTheLog } from './event-cursor.ts';

/** @throws ServiceError `INVALID_CURSOR` if the log ends before `after` */
export async function requireInLog(db: Reader, after: number): Promise<void> {
  const { rows } = await db.execute<{ end: string }>(sql`select ${endOfLog} as end`);
  const end = rows[0]?.end ?? '0';
  if (Number(end) < after) throw beyondTheLog(end);
}

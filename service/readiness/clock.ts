import { sql } from 'drizzle-orm';
import type { Reader } from '#platform/db/database.ts';

/** From here on, a start outside `local` is refused: the node of the chain would seem to lag, and nothing could be written. */
export const largestOffsetSeconds = 30;
/** From here on, an operator is told. Below, it may be the time that the answer took. */
export const noticedOffsetSeconds = 5;

/** Asks the database for its time. @returns by how many seconds the clock of this process is ahead of it */
export async function databaseTime(db: Reader): Promise<{ offsetSeconds: number }> {
  const asked = Date.now();
  const { rows } = await db.execute<{ seconds: string }>(
    sql`select extract(epoch from clock_timestamp()) as seconds`,
  );
  // The database read its clock at some moment between the question and the answer.
  const between = (asked + Date.now()) / 2_000;
  return { offsetSeconds: between - Number(rows[0]?.seconds) };
}

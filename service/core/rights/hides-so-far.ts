import { sql } from 'drizzle-orm';
import type { Reader } from '#platform/db/database.ts';

/** Another text after every time that something was hidden or shown, for what is kept of lists. */
export async function hidesSoFar(db: Reader): Promise<string> {
  const { rows } = await db.execute<{ hides: string }>(
    sql`select concat_ws(' ', count(*), count(shown_at)) as hides from hides`,
  );
  return rows[0]?.hides ?? '';
}

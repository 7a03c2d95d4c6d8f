import { sql } from 'drizzle-orm';
import { isPresent } from '#core/feed/feed-store.ts';
import { type TextRow, type Texts, textsOf } from '#core/files/content-texts.ts';
import type { Reader } from '#platform/db/database.ts';

/** Position of an entry: the feed of a lab, and its number. */
export interface FeedPlace {
  oclId: string;
  seq: number;
}

/** The `contentText` of file entries, by `<oclId> <seq>`, limited in total bytes. */
export async function textsOfEntries(db: Reader, places: readonly FeedPlace[], most: number): Promise<Texts> {
  const labs = sql.param(places.map(({ oclId }) => oclId));
  const numbers = sql.param(places.map(({ seq }) => seq));
  const { rows } = await db.execute<TextRow>(sql`
    with asked as (select * from unnest(${labs}::text[], ${numbers}::bigint[]) as asked (ocl_id, seq)),
    sizes as (
      select coalesce(sum(octet_length(file ->> 'contentText')), 0) as bytes from asked join activity using (ocl_id, seq) where ${isPresent}
    )
    select bytes, one.ocl_id || ' ' || one.seq as key, file ->> 'contentText' as text from sizes
    left join (select distinct ocl_id, seq from asked) one on bytes <= ${most}
    left join activity on activity.ocl_id = one.ocl_id and activity.seq = one.seq and ${isPresent}`);
  return textsOf(rows);
}

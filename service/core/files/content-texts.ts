import { sql } from 'drizzle-orm';
import type { Reader } from '#platform/db/database.ts';

/** The requested texts, or none if they exceed the limit in total. */
export interface Texts {
  /** Total size of the requested texts; duplicates count twice. */
  bytes: number;
  texts: ReadonlyMap<string, string>;
}

export interface TextRow extends Record<string, unknown> {
  bytes: string;
  key: string | null;
  text: string | null;
}

/** The `contentText` of files by id, limited in total bytes. */
export async function textsOfFiles(db: Reader, fileIds: readonly string[], most: number): Promise<Texts> {
  const ids = sql.param([...fileIds]);
  const { rows } = await db.execute<TextRow>(sql`
    with sizes as (
      select coalesce(sum(octet_length(content_text)), 0) as bytes from unnest(${ids}::uuid[]) as asked (id) join files using (id)
    )
    select bytes, id::text as key, content_text as text from sizes
    left join files on id = any(${ids}::uuid[]) and content_text is not null and bytes <= ${most}`);
  return textsOf(rows);
}

/** The first characters of these texts. */
export async function beginningsOfFiles(
  db: Reader,
  fileIds: readonly string[],
  characters: number,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.execute<TextRow>(sql`
    select 0 as bytes, id::text as key, left(content_text, ${characters}::int) as text
    from files where id = any(${sql.param([...fileIds])}::uuid[]) and content_text is not null`);
  return textsOf(rows).texts;
}

export function textsOf(rows: TextRow[]): Texts {
  const found = rows.flatMap(({ key, text }) =>
    key === null || text === null ? [] : [[key, text] as const],
  );
  const texts = new Map(found);
  return { bytes: Number(rows[0]?.bytes ?? 0), texts };
}

import type { Database } from '#platform/db/database.ts';

/** What a page shows: one lab, by its oclId or shortname, or anything (`null`). */
export type PageSubject = string | null;

/** Notes that are compared. There are more only while a transaction runs that began before so many changes. */
const MOST_NOTES = 5_000;

/** Of the notes since a transaction, those of the page. Order and separators make the text one of exactly these notes. */
const hashSince = (transaction: string) =>
  `coalesce(md5(string_agg(transaction::text || ' ' || ocl_id, ',' order by transaction, ocl_id)
    filter (where transaction >= ${transaction} and ($1::text is null or ocl_id in ('', (select ocl_id from lab))))), '')`;

const VERSION = {
  name: 'version of a page',
  text: `with lab as materialized (select ocl_id from labs where $1 in (ocl_id, shortname) limit 1),
      moment as materialized (select pg_snapshot_xmin(pg_current_snapshot()) as oldest, nullif($2, '')::xid8 as known),
      notes as materialized (select transaction, ocl_id from page_changes
        where transaction >= (select least(oldest, known) from moment) order by transaction limit ${MOST_NOTES + 1})
    select ($1::text is null or exists (select from lab)) and count(*) <= ${MOST_NOTES} as "hasVersion",
      coalesce(${hashSince('(select known from moment)')} = $3 and $2 <> '', false) as "isSame",
      (select oldest::text from moment) as oldest, ${hashSince('(select oldest from moment)')} as notes
    from notes`,
};

/** The oldest transaction that had not ended, and the hash of the notes of it and later ones. */
const versionPattern = /^(\d{1,19})\.([0-9a-f]{32})?$/;

/**
 * The version of what a page shows. Two equal versions mean that no transaction that changed it was committed between them; another version
 * does not mean that something changed. `null` for a lab that is not registered, and while too much was noted since a transaction that has not ended.
 *
 * [Note: versions of pages] A version is a moment: every transaction older than the oldest one that had not ended was visible then, and of the
 * others the hash names those that were. Whatever is committed later belongs to one that had not ended, so it is found from there on.
 * Numbers that a sequence or a clock gives would not do: a transaction that took its number early may be committed late.
 * @param known a version from before, which is returned again if it still holds
 */
export async function pageVersion(
  db: Database,
  subject: PageSubject,
  known: string | null,
): Promise<string | null> {
  const [, oldest = '', notes = ''] = versionPattern.exec(known ?? '') ?? [];
  const { rows } = await db.$client.query<{
    hasVersion: boolean;
    isSame: boolean;
    oldest: string;
    notes: string;
  }>({ ...VERSION, values: [subject, oldest, notes] });
  const [row] = rows;
  if (!row?.hasVersion) return null;
  return row.isSame ? known : `${row.oldest}.${row.notes}`;
}

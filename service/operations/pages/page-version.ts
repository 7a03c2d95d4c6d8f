import type { Database } from '#platform/db/database.ts';

/** What a page shows: one lab, by its oclId or shortname, or anything (`null`). */
export type PageSubject = string | null;

/** Rows that are compared. More of them mean that much has changed. */
const MOST_ROWS = 1_000;

/** Of the changes since a transaction, those that the page shows. Order and separators make the text one of exactly these rows. */
const changesSince = (transaction: string) => `(
  select coalesce(md5(string_agg(transaction::text || ' ' || ocl_id, ',' order by transaction, ocl_id)), '') from (
    select transaction, ocl_id from page_changes
    where transaction >= ${transaction} and ($1::text is null or ocl_id in ('', (select ocl_id from lab)))
    order by transaction, ocl_id limit ${MOST_ROWS}) as changes)`;

const VERSION = {
  name: 'version of a page',
  text: `with lab as materialized (select ocl_id from labs where $1 in (ocl_id, shortname) limit 1),
      moment as materialized (select pg_snapshot_xmin(pg_current_snapshot()) as oldest)
    select ($1::text is null or exists (select from lab)) as "isKnown",
      $2 <> '' and ${changesSince("nullif($2, '')::xid8")} = $3 as "isSame",
      oldest::text, ${changesSince('(select oldest from moment)')} as changes
    from moment`,
};

/** The oldest transaction that had not ended, and the hash of the changes by it and later ones. */
const versionPattern = /^(\d{1,19})\.([0-9a-f]{32})?$/;

/**
 * The version of what a page shows, or `null` for a lab that is not registered. Two equal versions mean that no transaction that changed it was
 * committed between them; another version does not mean that something changed.
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
  const [, oldest = '', changes = ''] = versionPattern.exec(known ?? '') ?? [];
  const { rows } = await db.$client.query<{
    isKnown: boolean;
    isSame: boolean;
    oldest: string;
    changes: string;
  }>({ ...VERSION, values: [subject, oldest, changes] });
  const [row] = rows;
  if (!row?.isKnown) return null;
  return row.isSame ? known : `${row.oldest}.${row.changes}`;
}

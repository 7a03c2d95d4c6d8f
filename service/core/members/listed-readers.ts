import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '#platform/db/database.ts';
import { listedReaders } from '#platform/db/tables/access-lists.ts';
import { roleGrants } from '#platform/db/tables/chain.ts';

/** Entries of a subject that are listed. */
const atMost = 100;

export interface ListedReaderRow {
  subject: string;
  reader: string;
  /** Unix seconds; `null`: permanent. */
  expiry: string | null;
  /** `null`: the holder of the lab. */
  grantedBy: string | null;
  grantedAt: Date;
  claim: string | null;
  stands: boolean;
}

/**
 * SQL: whether an entry stands now. As in `AccessList.sol`, 0 is permanent, an entry ends in the second of its expiry, and one of a contributor
 * stands only while the role of the contributor does.
 */
function stands(): SQL<boolean> {
  const now = Math.floor(Date.now() / 1000);
  return sql`(${listedReaders.expiry} = 0 or ${listedReaders.expiry} > ${now})
    and (${listedReaders.granter} is null or exists (select from ${roleGrants}
      where ${roleGrants.oclId} = ${listedReaders.oclId} and ${roleGrants.wallet} = ${listedReaders.granter}
        and ${roleGrants.role} = 'CONTRIBUTOR' and (${roleGrants.expiry} = 0 or ${roleGrants.expiry} > ${now})))`;
}

/**
 * The readers who are listed for subjects, by `oclId subject`: those whose entry stands first, then the latest; at most 100 for each. By the index of
 * the chain, for display only: a key is released by what the chain says at that moment.
 */
export async function listedReadersOf(
  db: Reader,
  subjects: readonly { oclId: string; subject: string }[],
): Promise<Map<string, ListedReaderRow[]>> {
  if (subjects.length === 0) return new Map();
  const { rows } = await db.execute<
    Omit<ListedReaderRow, 'grantedAt'> & { key: string; listedAt: string }
  >(sql`
    select asked."oclId" || ' ' || asked.subject as key, asked.subject, found.* from jsonb_to_recordset(${JSON.stringify(subjects)}::jsonb) as asked("oclId" text, subject text)
    cross join lateral (
      select reader, nullif(expiry, 0)::text as expiry, granter as "grantedBy", listed_at as "listedAt", claim,
        ${stands()} as stands
      from ${listedReaders} where ${listedReaders.oclId} = asked."oclId" and ${listedReaders.subject} = asked.subject
      order by stands desc, block_number desc, log_index desc limit ${atMost}) found`);
  const readers: (ListedReaderRow & { key: string })[] = rows.map(({ listedAt, ...row }) => ({
    ...row,
    grantedAt: new Date(listedAt),
  }));
  return Map.groupBy(readers, ({ key }) => key);
}

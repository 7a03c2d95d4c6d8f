import { sql } from 'drizzle-orm';
import { readMembers } from '#chain/access-resolver.ts';
import type { RequestContext } from '#core/context/context.ts';
import { isActiveGrant } from '#core/members/active-grant.ts';
import { holderOwners, labOwners, roleGrants } from '#platform/db/tables/chain.ts';
import { comments, fileReviews, threads } from '#platform/db/tables/comments.ts';
import { files, fileVersions } from '#platform/db/tables/files.ts';
import { follows } from '#platform/db/tables/follows.ts';

interface Discussed {
  oclId: string;
  /** DID of the file that is discussed. */
  ref: string | null;
  threadId: string | null;
}

/**
 * Those of these wallets (lowercase) that know the lab: members, followers of it or of something in it, and who wrote in the thread or
 * about the file, or added a version of it. Others are told only that they were mentioned. Who is none of these by the database is asked
 * about on the chain, in one call, because a grant of this moment is not indexed yet.
 * @throws ServiceError `UPSTREAM_UNAVAILABLE` when the chain could not be read
 */
export async function knownWallets(
  { db, chain }: Pick<RequestContext, 'db' | 'chain'>,
  wallets: readonly string[],
  { oclId, ref, threadId }: Discussed,
): Promise<ReadonlySet<string>> {
  if (wallets.length === 0) return new Set();
  const { rows } = await db.execute<{ wallet: string }>(sql`
    select asked.address as wallet from unnest(${sql.param([...wallets])}::text[]) asked (address) where
      exists (select from ${labOwners} o left join ${holderOwners} s on s.holder = o.holder
        where o.ocl_id = ${oclId} and asked.address in (o.holder, s.owner))
      or exists (select from ${roleGrants}
        where ${roleGrants.oclId} = ${oclId} and ${roleGrants.wallet} = asked.address and ${isActiveGrant()})
      or exists (select from ${follows} f where f.wallet = asked.address and f.ocl_id = ${oclId})
      or exists (select from ${comments} c join ${threads} t on t.id = c.thread_id
        where c.author = asked.address and c.deleted_at is null and (t.id = ${threadId}::uuid or t.file_did = ${ref}::text))
      or exists (select from ${fileVersions} v join ${files} f on f.id = v.file_id
        where f.did = ${ref}::text and v.change_by = asked.address)
      or exists (select from ${fileReviews} r where r.file_did = ${ref}::text and r.wallet = asked.address)`);
  const known = new Set(rows.map(({ wallet }) => wallet));
  const others = wallets.filter((wallet) => !known.has(wallet)) as `0x${string}`[];
  for (const member of await readMembers(chain, oclId, others)) known.add(member);
  return known;
}

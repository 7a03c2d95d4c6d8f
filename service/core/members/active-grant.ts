import { type SQL, sql } from 'drizzle-orm';
import { roleGrants } from '#platform/db/tables/chain.ts';

/**
 * SQL: whether a grant holds now. As in `AccessResolver.sol`, 0 is permanent, a grant ends in the second of its expiry,
 * and one that a contributor gave ends with the contributor's own role. For `exists`, PostgreSQL reads all grants of all labs
 * when it expects many.
 */
export function isActiveGrant(): SQL {
  const now = Math.floor(Date.now() / 1000);
  return sql`(${roleGrants.expiry} = 0 or ${roleGrants.expiry} > ${now})
    and (${roleGrants.contributor} is null or (select true from ${roleGrants} as above
      where above.ocl_id = ${roleGrants.oclId} and above.wallet = ${roleGrants.contributor}
        and above.role = 'CONTRIBUTOR' and (above.expiry = 0 or above.expiry > ${now})))`;
}

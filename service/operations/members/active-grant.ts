import { type SQL, sql } from 'drizzle-orm';
import { roleGrants } from '#service/platform/db/tables/chain.ts';

/** SQL: whether a grant holds now. As in `AccessResolver.sol`, 0 is permanent, and a grant ends in the second of its expiry. */
export function isActiveGrant(): SQL {
  const now = Math.floor(Date.now() / 1000);
  return sql`(${roleGrants.expiry} = 0 or ${roleGrants.expiry} > ${now})`;
}

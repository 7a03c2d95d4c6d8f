import { type SQL, sql } from 'drizzle-orm';
import { roleGrants } from '#service/platform/db/tables/chain.ts';

/** Whether a grant holds now: as in `AccessResolver.sol`, 0 is permanent and the very second of the expiry is too late. */
export function isActiveGrant(): SQL {
  const now = Math.floor(Date.now() / 1000);
  return sql`(${roleGrants.expiry} = 0 or ${roleGrants.expiry} > ${now})`;
}

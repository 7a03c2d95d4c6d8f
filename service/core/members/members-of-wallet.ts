import { type SQL, sql } from 'drizzle-orm';
import type { LabMemberRole } from '#contract/schema.generated.ts';
import type { ServiceContext } from '#core/context/context.ts';
import { holderOwners, labOwners, roleGrants } from '#platform/db/tables/chain.ts';
import { labs } from '#platform/db/tables/labs.ts';
import { isActiveGrant } from './active-grant.ts';

const strength: Record<LabMemberRole, number> = { OWNER: 3, CONTRIBUTOR: 2, VIEWER: 1 };

/** The oclIds of the labs where a wallet (lowercase) has an active role; with `role`, those where this is its strongest one. */
export async function labsOfWallet(
  context: ServiceContext,
  wallet: string,
  role?: LabMemberRole,
): Promise<string[]> {
  const roles = await rolesOfWallet(context, wallet);
  return roles.filter((held) => !role || held.role === role).map(({ oclId }) => oclId);
}

/**
 * The labs where a wallet (lowercase) has an active role, with its strongest one. A lab that is not indexed yet counts for
 * the wallet that registered it, because it proved its ownership.
 */
export async function rolesOfWallet(
  { db }: ServiceContext,
  wallet: string,
): Promise<{ oclId: string; role: LabMemberRole }[]> {
  const { rows } = await db.execute<{ ocl_id: string; strength: number }>(sql`
    select ocl_id, max(strength) as strength from (
      select ${labOwners.oclId}, ${strength.OWNER}::int from ${labOwners} where ${labOwners.holder} = ${wallet}
      union all
      select ${labOwners.oclId}, ${strength.OWNER}::int from ${labOwners}
        join ${holderOwners} on ${holderOwners.holder} = ${labOwners.holder} where ${holderOwners.owner} = ${wallet}
      union all
      select ${labs.oclId}, ${strength.OWNER}::int from ${labs} where ${labs.registeredBy} = ${wallet}
        and not exists (select from ${labOwners} where ${labOwners.oclId} = ${labs.oclId})
      union all
      select ${roleGrants.oclId}, case ${roleGrants.role} when 'CONTRIBUTOR' then ${strength.CONTRIBUTOR}::int
        else ${strength.VIEWER}::int end from ${roleGrants} where ${roleGrants.wallet} = ${wallet} and ${isActiveGrant()}
    ) as held(ocl_id, strength)
    group by ocl_id order by max(strength) desc, ocl_id`);
  return rows.map((row) => ({ oclId: row.ocl_id, role: roleOf(row.strength) }));
}

/** SQL: whether a wallet (lowercase) is a member of a lab. */
export const isMemberOf = (wallet: SQL, oclId: SQL): SQL => sql`(
  exists (select from ${labOwners} where ${labOwners.oclId} = ${oclId} and (${labOwners.holder} = ${wallet}
    or exists (select from ${holderOwners} where ${holderOwners.holder} = ${labOwners.holder} and ${holderOwners.owner} = ${wallet})))
  or exists (select from ${labs} where ${labs.oclId} = ${oclId} and ${labs.registeredBy} = ${wallet}
    and not exists (select from ${labOwners} where ${labOwners.oclId} = ${labs.oclId}))
  or exists (select from ${roleGrants} where ${roleGrants.oclId} = ${oclId} and ${roleGrants.wallet} = ${wallet} and ${isActiveGrant()}))`;

const roleOf = (held: number) =>
  held >= strength.OWNER ? 'OWNER' : held === strength.CONTRIBUTOR ? 'CONTRIBUTOR' : 'VIEWER';

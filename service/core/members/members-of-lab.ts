import { and, eq, inArray } from 'drizzle-orm';
import type { Member } from '#contract/schema.generated.ts';
import type { ServiceContext } from '#core/context/context.ts';
import { holderOwners, labOwners, roleGrants } from '#platform/db/tables/chain.ts';
import { isActiveGrant } from './active-grant.ts';
import { readUnindexedOwners } from './unindexed-owners.ts';

/** Strongest first. */
const roles = ['OWNER', 'CONTRIBUTOR', 'VIEWER'];
const sources = { SAFE: 'MULTISIG_RESOLUTION', ACCOUNT: 'ACCESS_CONTRACT' } as const;

interface LabMember extends Member {
  oclId: string;
}

/**
 * The active members of these labs: each wallet once per lab with its strongest role; strongest and oldest first. Two
 * statements for any number of labs; reads the chain only for labs that are not indexed yet. For display only:
 * authorization reads the chain.
 */
export async function membersOfLabs(
  context: Pick<ServiceContext, 'db' | 'chain'>,
  oclIds: string[],
): Promise<Map<string, Member[]>> {
  if (oclIds.length === 0) return new Map();
  const { db } = context;
  const owners = await db
    .select({
      oclId: labOwners.oclId,
      holder: labOwners.holder,
      heldSince: labOwners.heldSince,
      heldBlock: labOwners.heldBlock,
      heldLogIndex: labOwners.heldLogIndex,
      owner: holderOwners.owner,
      source: holderOwners.source,
      firstSeenAt: holderOwners.firstSeenAt,
    })
    .from(labOwners)
    .leftJoin(holderOwners, eq(holderOwners.holder, labOwners.holder))
    .where(inArray(labOwners.oclId, oclIds));
  const grants = await db
    .select()
    .from(roleGrants)
    .where(and(inArray(roleGrants.oclId, oclIds), isActiveGrant()));

  const found: LabMember[] = [];
  for (const { oclId, holder, heldSince, owner, source, firstSeenAt } of owners) {
    found.push(ownerOf(oclId, holder, 'ONCHAIN_EVENT', heldSince));
    if (owner && source && firstSeenAt) found.push(ownerOf(oclId, owner, sources[source], firstSeenAt));
  }
  const held = new Map(owners.map((row) => [row.oclId, row]));
  const unindexed = oclIds.filter((oclId) => !held.has(oclId));
  if (unindexed.length > 0) {
    for (const { oclId, owner, source, since } of await readUnindexedOwners(context, unindexed)) {
      found.push(ownerOf(oclId, owner, source === 'SAFE' ? sources.SAFE : 'ACCESS_CONTRACT', since));
    }
  }
  const grantOf = new Map(grants.map((grant) => [`${grant.oclId} ${grant.wallet}`, grant]));
  for (const grant of grants) {
    const { oclId, wallet, role, expiry, isAgent, grantedAt, contributor } = grant;
    const { heldBlock = 0, heldLogIndex = 0 } = held.get(oclId) ?? {};
    // A role stands on that of the contributor who granted it, however new it is itself.
    const above = contributor ? grantOf.get(`${oclId} ${contributor}`) : undefined;
    const isEarlier = ({ blockNumber, logIndex }: typeof grant) =>
      blockNumber < heldBlock || (blockNumber === heldBlock && logIndex < heldLogIndex);
    found.push({
      oclId,
      walletAddress: wallet,
      role,
      source: 'ACCESS_RESOLVER_EVENT',
      expiry: expiry === '0' ? null : expiry,
      isAgent,
      grantedAt: grantedAt.toISOString(),
      grantedBeforeHolder: isEarlier(grant) || (above !== undefined && isEarlier(above)),
      letInBy: contributor,
    });
  }
  const byLab = Map.groupBy(found, ({ oclId }) => oclId);
  return new Map(oclIds.map((oclId) => [oclId, strongestOfEach(byLab.get(oclId) ?? [])]));
}

function ownerOf(oclId: string, walletAddress: string, source: Member['source'], since: Date): LabMember {
  return {
    oclId,
    walletAddress,
    role: 'OWNER',
    source,
    expiry: null,
    isAgent: false,
    grantedAt: since.toISOString(),
    grantedBeforeHolder: false,
    letInBy: null,
  };
}

/** A wallet that calls itself an agent in any of its roles is shown as one. */
function strongestOfEach(found: LabMember[]): Member[] {
  const members = [...Map.groupBy(found, ({ walletAddress }) => walletAddress).values()].flatMap((same) => {
    const [strongest] = same.toSorted(byStrength);
    return strongest ? [{ ...strongest, isAgent: same.some(({ isAgent }) => isAgent) }] : [];
  });
  return members
    .toSorted(
      (a, b) =>
        byStrength(a, b) || compare(a.grantedAt, b.grantedAt) || compare(a.walletAddress, b.walletAddress),
    )
    .map(({ oclId: _, ...member }) => member);
}

function byStrength(a: Member, b: Member): number {
  const isHolder = ({ source }: Member) => Number(source === 'ONCHAIN_EVENT');
  return roles.indexOf(a.role) - roles.indexOf(b.role) || isHolder(b) - isHolder(a);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

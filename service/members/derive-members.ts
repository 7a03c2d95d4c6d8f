import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { chunks } from '../db/chunks.ts';
import type { Transaction } from '../db/database.ts';
import { labHolders, labOwners, onchainEvents, roleGrants } from '../db/tables/chain.ts';

type EventRow = typeof onchainEvents.$inferSelect;
type GrantEvent = Pick<EventRow, 'oclId' | 'eventName' | 'args' | 'indexedAt' | 'blockNumber'>;
type Touched = Pick<typeof onchainEvents.$inferInsert, 'contractName' | 'eventName' | 'oclId' | 'args'>;

const ownerEvents = ['OclIdentityCreated', 'Transfer'];
const grantEvents = ['RoleGranted', 'RoleRevoked'];
const roles: Record<number, 'VIEWER' | 'CONTRIBUTOR'> = { 1: 'VIEWER', 2: 'CONTRIBUTOR' };

/**
 * Computes owners and grants anew for whatever these events touched, from all events that stand now. So it is right after
 * events were added and after a reorganization removed some: nothing is ever adjusted, only computed.
 */
export async function deriveMembers(tx: Transaction, chainId: number, touched: Touched[]): Promise<void> {
  const of = (contractName: string, eventNames: readonly string[]) =>
    touched.filter((event) => event.contractName === contractName && eventNames.includes(event.eventName));
  const labs = new Set(of('ocl', ownerEvents).flatMap(({ oclId }) => oclId ?? []));
  for (const some of chunks([...labs])) await deriveOwners(tx, chainId, some);
  const pairs = new Map(
    of('accessresolver', grantEvents).map(({ oclId, args }) => [
      `${oclId}:${args.account}`,
      { lab: String(oclId), wallet: String(args.account) },
    ]),
  );
  for (const some of chunks([...pairs.values()])) await deriveGrants(tx, chainId, some);
}

async function deriveOwners(tx: Transaction, chainId: number, oclIds: string[]): Promise<void> {
  const events = await tx
    .select()
    .from(onchainEvents)
    .where(
      and(
        eq(onchainEvents.chainId, chainId),
        inArray(onchainEvents.oclId, oclIds),
        eq(onchainEvents.contractName, 'ocl'),
        inArray(onchainEvents.eventName, ownerEvents),
      ),
    )
    .orderBy(asc(onchainEvents.blockNumber), asc(onchainEvents.logIndex));
  const owners = [...Map.groupBy(events, (event) => event.oclId).values()].flatMap(ownerAfter);
  await tx.delete(labOwners).where(inArray(labOwners.oclId, oclIds));
  if (owners.length === 0) return;
  await tx.insert(labOwners).values(owners);
  const holders = [...new Set(owners.map(({ holder }) => holder))].sort();
  await tx
    .insert(labHolders)
    .values(holders.map((address) => ({ address })))
    .onConflictDoUpdate({ target: labHolders.address, set: { nextCheckAt: sql`now()` } });
}

function ownerAfter(events: EventRow[]): (typeof labOwners.$inferInsert)[] {
  const identity = events.find((event) => event.eventName === 'OclIdentityCreated');
  const transfer = events.findLast((event) => event.eventName === 'Transfer');
  if (!identity?.oclId || !transfer) return [];
  const { tokenId, account } = identity.args;
  return [
    {
      oclId: identity.oclId,
      tokenId: String(tokenId),
      account: String(account),
      holder: String(transfer.args.to),
      mintedAt: identity.blockTimestamp,
      heldSince: transfer.indexedAt,
    },
  ];
}

async function deriveGrants(
  tx: Transaction,
  chainId: number,
  pairs: { lab: string; wallet: string }[],
): Promise<void> {
  const isWanted = new Set(pairs.map(({ lab, wallet }) => `${lab}:${wallet}`));
  const labs = [...new Set(pairs.map(({ lab }) => lab))];
  const wallets = [...new Set(pairs.map(({ wallet }) => wallet))];
  const { oclId, eventName, args, indexedAt, blockNumber } = onchainEvents;
  // Lab and wallet apart, then pair by pair here: joined with a list of pairs, a table without statistics, as while a long
  // history is read, is walked once for each of them.
  const events = (
    await tx
      .select({ oclId, eventName, args, indexedAt, blockNumber })
      .from(onchainEvents)
      .where(
        and(
          eq(onchainEvents.chainId, chainId),
          eq(onchainEvents.contractName, 'accessresolver'),
          inArray(onchainEvents.eventName, grantEvents),
          inArray(onchainEvents.oclId, labs),
          sql`${onchainEvents.args}->>'account' = any(${sql.param(wallets)})`,
        ),
      )
      .orderBy(asc(onchainEvents.blockNumber), asc(onchainEvents.logIndex))
  ).filter(({ oclId, args }) => isWanted.has(`${oclId}:${args.account}`));
  const byPair = Map.groupBy(events, (event) => `${event.oclId}:${event.args.account}`);
  const grants = [...byPair.values()].flatMap(grantAfter);
  const wanted = sql`select lab, wallet from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair(lab text, wallet text)`;
  await tx.delete(roleGrants).where(sql`(${roleGrants.oclId}, ${roleGrants.wallet}) in (${wanted})`);
  if (grants.length > 0) await tx.insert(roleGrants).values(grants);
}

/** The grant that stands after all events of one wallet in one lab. */
function grantAfter(events: GrantEvent[]): (typeof roleGrants.$inferInsert)[] {
  const lastRevoke = events.findLastIndex((event) => event.eventName === 'RoleRevoked');
  const standing = events.slice(lastRevoke + 1);
  const [first, last] = [standing[0], standing.at(-1)];
  const role = roles[Number(last?.args.role)];
  if (!first || !last?.oclId || !role) return [];
  return [
    {
      oclId: last.oclId,
      wallet: String(last.args.account),
      role,
      expiry: String(last.args.expiry),
      isAgent: last.args.isAgent === true,
      grantedBy: String(last.args.grantedBy),
      grantedAt: first.indexedAt,
      blockNumber: last.blockNumber,
    },
  ];
}

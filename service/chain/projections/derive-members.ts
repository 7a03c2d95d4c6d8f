import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { chunks } from '#service/platform/db/chunks.ts';
import type { Transaction } from '#service/platform/db/database.ts';
import { insertRows } from '#service/platform/db/insert-rows.ts';
import { labHolders, labOwners, onchainEvents, roleGrants } from '#service/platform/db/tables/chain.ts';

type EventRow = typeof onchainEvents.$inferSelect;
/** `indexedAt` is missing while the event is being stored; it then means now. */
type TouchedEvent = Omit<typeof onchainEvents.$inferInsert, 'indexedAt'> & { indexedAt?: Date };
type NewGrant = typeof roleGrants.$inferInsert;

const ownerEvents = ['OclIdentityCreated', 'Transfer'];
const grantEvents = ['RoleGranted', 'RoleRevoked'];
const roles: Record<number, 'VIEWER' | 'CONTRIBUTOR'> = { 1: 'VIEWER', 2: 'CONTRIBUTOR' };

/** Updates owners and grants with these events, which must be newer than all others. */
export async function addToMembers(tx: Transaction, chainId: number, added: TouchedEvent[]): Promise<void> {
  await deriveOwners(tx, chainId, added);
  await applyGrants(tx, added.filter(isGrantEvent));
}

/** Recomputes owners and grants of everything these events touched, from the events that remain without them. */
export async function removeFromMembers(
  tx: Transaction,
  chainId: number,
  removed: TouchedEvent[],
): Promise<void> {
  await deriveOwners(tx, chainId, removed);
  const touched = new Map(removed.filter(isGrantEvent).map((event) => [pairOf(event), event]));
  for (const some of chunks([...touched.values()])) {
    await deleteGrants(tx, some);
    await applyGrants(tx, await grantEventsOf(tx, chainId, some));
  }
}

async function deriveOwners(tx: Transaction, chainId: number, touched: TouchedEvent[]): Promise<void> {
  const events = touched.filter(
    ({ contractName, eventName }) => contractName === 'ocl' && ownerEvents.includes(eventName),
  );
  const labs = new Set(events.flatMap(({ oclId }) => oclId ?? []));
  for (const some of chunks([...labs])) await deriveOwnersOf(tx, chainId, some);
}

async function deriveOwnersOf(tx: Transaction, chainId: number, oclIds: string[]): Promise<void> {
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

/**
 * Applies these events, in the order of the chain, to the existing grants. A grant keeps the time of the first grant
 * after the last revocation.
 */
async function applyGrants(tx: Transaction, events: TouchedEvent[]): Promise<void> {
  const histories = [...Map.groupBy(events, pairOf).values()];
  const grants = histories.flatMap(grantAfter);
  const granted = new Set(grants.map(({ oclId, wallet }) => `${oclId}:${wallet}`));
  const ended = histories.flatMap((history) => {
    const newest = history.findLast(({ eventName }) => eventName === 'RoleRevoked') ?? history.at(-1);
    return newest && (newest.eventName === 'RoleRevoked' || !granted.has(pairOf(newest))) ? [newest] : [];
  });
  if (ended.length > 0) await deleteGrants(tx, ended);
  await insertRows(
    tx,
    roleGrants,
    grants,
    sql`on conflict (ocl_id, wallet) do update set role = excluded.role, expiry = excluded.expiry,
      is_agent = excluded.is_agent, granted_by = excluded.granted_by, block_number = excluded.block_number`,
  );
}

/** Returns the grant that remains after the events of one wallet in one lab. */
function grantAfter(events: TouchedEvent[]): NewGrant[] {
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
      blockNumber: last.blockNumber,
      ...(first.indexedAt && { grantedAt: first.indexedAt }),
    },
  ];
}

async function deleteGrants(tx: Transaction, touched: TouchedEvent[]): Promise<void> {
  const pairs = touched.map(({ oclId, args }) => ({ lab: oclId, wallet: args.account }));
  const wanted = sql`select lab, wallet from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair(lab text, wallet text)`;
  await tx.delete(roleGrants).where(sql`(${roleGrants.oclId}, ${roleGrants.wallet}) in (${wanted})`);
}

/** Returns all events of the pairs of lab and wallet that these events name. */
async function grantEventsOf(tx: Transaction, chainId: number, touched: TouchedEvent[]): Promise<EventRow[]> {
  const isWanted = new Set(touched.map(pairOf));
  const labs = [...new Set(touched.flatMap(({ oclId }) => oclId ?? []))];
  const wallets = [...new Set(touched.map(({ args }) => String(args.account)))];
  // Filters labs and wallets separately here and pairs below. Joined with a list of pairs, a table without statistics
  // (as during a long first indexing) would be scanned once per pair.
  const events = await tx
    .select()
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
    .orderBy(asc(onchainEvents.blockNumber), asc(onchainEvents.logIndex));
  return events.filter((event) => isWanted.has(pairOf(event)));
}

function isGrantEvent({ contractName, eventName }: TouchedEvent): boolean {
  return contractName === 'accessresolver' && grantEvents.includes(eventName);
}

function pairOf({ oclId, args }: Pick<TouchedEvent, 'oclId' | 'args'>): string {
  return `${oclId}:${args.account}`;
}

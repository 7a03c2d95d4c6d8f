import { and, asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { chunks } from '#platform/db/chunks.ts';
import type { Transaction } from '#platform/db/database.ts';
import { insertRows } from '#platform/db/insert-rows.ts';
import { labHolders, labOwners, onchainEvents, roleGrants } from '#platform/db/tables/chain.ts';
import { recheckHoldersOf } from './recheck-holders.ts';

type EventRow = typeof onchainEvents.$inferSelect;
/** `indexedAt` is missing while the event is being stored; it then means now. */
type TouchedEvent = Omit<typeof onchainEvents.$inferInsert, 'indexedAt'> & { indexedAt?: Date };
type NewGrant = typeof roleGrants.$inferInsert;

const ownerEvents = ['OclIdentityCreated', 'Transfer'];
const grantEvents = ['RoleGranted', 'RoleDelegated', 'RoleRevoked', 'AllRolesRevoked'];
const roles: Record<number, 'VIEWER' | 'CONTRIBUTOR'> = { 1: 'VIEWER', 2: 'CONTRIBUTOR' };

/** Updates owners and grants with these events, which must be newer than all others. */
export async function addToMembers(tx: Transaction, chainId: number, added: TouchedEvent[]): Promise<void> {
  await deriveOwners(tx, chainId, added);
  await applyGrants(tx, added.filter(isGrantEvent));
}

/** Recomputes owners and grants of all labs that these events touched, from the events that remain without them. */
export async function removeFromMembers(
  tx: Transaction,
  chainId: number,
  removed: TouchedEvent[],
): Promise<void> {
  await deriveOwners(tx, chainId, removed);
  const labs = new Set(removed.filter(isGrantEvent).flatMap(({ oclId }) => oclId ?? []));
  for (const some of chunks([...labs])) {
    await tx.delete(roleGrants).where(inArray(roleGrants.oclId, some));
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
  // The holder of a lab owns what its account owns.
  await recheckHoldersOf(
    tx,
    owners.map(({ account }) => account),
  );
}

function ownerAfter(events: EventRow[]): (typeof labOwners.$inferInsert)[] {
  const identity = events.find((event) => event.eventName === 'OclIdentityCreated');
  const transfer = events.findLast(
    ({ eventName, args }) => eventName === 'Transfer' && args.from !== args.to,
  );
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
      heldBlock: transfer.blockNumber,
      heldLogIndex: transfer.logIndex,
    },
  ];
}

/** Applies these events, in the order of the chain, to the existing grants. */
async function applyGrants(tx: Transaction, events: TouchedEvent[]): Promise<void> {
  const { cleared, rest } = afterClearing(events);
  if (cleared.length > 0) await tx.delete(roleGrants).where(inArray(roleGrants.oclId, cleared));
  const grants = new GrantReplay(await grantsTouchedBy(tx, rest));
  for (const event of rest) grants.apply(event);
  if (grants.ended.size > 0) await deleteGrants(tx, [...grants.ended]);
  await insertRows(
    tx,
    roleGrants,
    grants.changed(),
    sql`on conflict (ocl_id, wallet) do update set role = excluded.role, expiry = excluded.expiry,
      is_agent = excluded.is_agent, granted_by = excluded.granted_by, block_number = excluded.block_number,
      log_index = excluded.log_index, contributor = excluded.contributor`,
  );
}

/** Splits off what an `AllRolesRevoked` makes void: earlier events of its lab, and the lab's existing grants. */
function afterClearing(events: TouchedEvent[]): { cleared: string[]; rest: TouchedEvent[] } {
  const last = new Map<string, number>();
  for (const [index, { oclId, eventName }] of events.entries())
    if (oclId && eventName === 'AllRolesRevoked') last.set(oclId, index);
  return {
    cleared: [...last.keys()],
    rest:
      last.size === 0 ? events : events.filter(({ oclId }, index) => index > (last.get(oclId ?? '') ?? -1)),
  };
}

/**
 * The grants of labs, followed event by event as `AccessResolver.sol` does. A grant keeps the time of the first grant
 * after the last revocation. What a contributor granted ends with the contributor's role, unless the contributor is
 * granted the same role again before its end.
 */
class GrantReplay {
  /** Pairs of lab and wallet whose stored grant ended, also if there is a new one. */
  readonly ended = new Set<string>();
  readonly #grants = new Map<string, NewGrant>();
  readonly #changed = new Set<string>();
  /** Pairs whose role depends on a pair's. */
  readonly #delegated = new Map<string, Set<string>>();

  constructor(stored: NewGrant[]) {
    for (const grant of stored) this.#set(grant);
  }

  /** The grants to store. */
  changed(): NewGrant[] {
    return [...this.#changed].flatMap((pair) => this.#grants.get(pair) ?? []);
  }

  apply(event: TouchedEvent): void {
    const { oclId, eventName, args, blockNumber, logIndex, indexedAt } = event;
    const wallet = String(args.account);
    const pair = pairOf({ oclId, wallet });
    const before = this.#grants.get(pair);
    if (eventName === 'RoleDelegated') {
      if (before) this.#set({ ...before, contributor: String(args.contributor) });
      this.#changed.add(pair);
      return;
    }
    const role = eventName === 'RoleGranted' ? roles[Number(args.role)] : undefined;
    const stays = role === 'CONTRIBUTOR' && before?.role === role && !isOver(before, event.blockTimestamp);
    if (!stays) for (const below of this.#delegated.get(pair) ?? []) this.#end(below, pair);
    if (!role || !oclId) {
      this.#end(pair);
      return;
    }
    const first = before?.grantedAt ?? indexedAt;
    this.#set({
      oclId,
      wallet,
      role,
      expiry: String(args.expiry),
      isAgent: args.isAgent === true,
      grantedBy: String(args.grantedBy),
      blockNumber,
      logIndex,
      contributor: null,
      ...(first && { grantedAt: first }),
    });
    this.#changed.add(pair);
  }

  #set(grant: NewGrant): void {
    const pair = pairOf(grant);
    this.#grants.set(pair, grant);
    if (!grant.contributor) return;
    const above = pairOf({ oclId: grant.oclId, wallet: grant.contributor });
    const below = this.#delegated.get(above) ?? new Set();
    this.#delegated.set(above, below.add(pair));
  }

  /** @param above ends the grant only if it still depends on this pair */
  #end(pair: string, above?: string): void {
    const grant = this.#grants.get(pair);
    if (above && (!grant?.contributor || pairOf({ oclId: grant.oclId, wallet: grant.contributor }) !== above))
      return;
    this.#grants.delete(pair);
    this.ended.add(pair);
  }
}

function isOver({ expiry }: NewGrant, at: Date): boolean {
  return expiry !== '0' && BigInt(Math.floor(at.getTime() / 1000)) >= BigInt(expiry);
}

/** Returns the stored grants of these events' pairs, and those that depend on them. Without the time of the grant. */
async function grantsTouchedBy(tx: Transaction, events: TouchedEvent[]): Promise<NewGrant[]> {
  const pairs = new Set(events.map(({ oclId, args }) => pairOf({ oclId, wallet: String(args.account) })));
  if (pairs.size === 0) return [];
  const wanted = pairsIn([...pairs]);
  const { grantedAt: _, ...columns } = getTableColumns(roleGrants);
  const own = await tx
    .select(columns)
    .from(roleGrants)
    .where(sql`(${roleGrants.oclId}, ${roleGrants.wallet}) in (${wanted})`);
  const below = await tx
    .select(columns)
    .from(roleGrants)
    .where(sql`(${roleGrants.oclId}, ${roleGrants.contributor}) in (${wanted})`);
  return [...own, ...below];
}

async function deleteGrants(tx: Transaction, pairs: string[]): Promise<void> {
  await tx.delete(roleGrants).where(sql`(${roleGrants.oclId}, ${roleGrants.wallet}) in (${pairsIn(pairs)})`);
}

/** SQL: the pairs of lab and wallet. */
function pairsIn(pairs: string[]): SQL {
  const rows = pairs.map((pair) => {
    const [lab, wallet] = pair.split(':');
    return { lab, wallet };
  });
  return sql`select lab, wallet from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as pair(lab text, wallet text)`;
}

/** Returns all events of roles in these labs. */
async function grantEventsOf(tx: Transaction, chainId: number, oclIds: string[]): Promise<EventRow[]> {
  return tx
    .select()
    .from(onchainEvents)
    .where(
      and(
        eq(onchainEvents.chainId, chainId),
        eq(onchainEvents.contractName, 'accessresolver'),
        inArray(onchainEvents.eventName, grantEvents),
        inArray(onchainEvents.oclId, oclIds),
      ),
    )
    .orderBy(asc(onchainEvents.blockNumber), asc(onchainEvents.logIndex));
}

function isGrantEvent({ contractName, eventName }: TouchedEvent): boolean {
  return contractName === 'accessresolver' && grantEvents.includes(eventName);
}

function pairOf({ oclId, wallet }: { oclId?: string | null; wallet: string }): string {
  return `${oclId}:${wallet}`;
}

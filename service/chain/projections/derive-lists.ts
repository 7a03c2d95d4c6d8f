import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { zeroAddress, zeroHash } from 'viem';
import { chunks } from '#platform/db/chunks.ts';
import type { Transaction } from '#platform/db/database.ts';
import { insertRows } from '#platform/db/insert-rows.ts';
import { listedReaders } from '#platform/db/tables/access-lists.ts';
import { onchainEvents } from '#platform/db/tables/chain.ts';

type ListEvent = Pick<
  typeof onchainEvents.$inferInsert,
  'contractName' | 'eventName' | 'oclId' | 'args' | 'blockTimestamp' | 'blockNumber' | 'logIndex'
>;
type Entry = typeof listedReaders.$inferInsert;

const entryEvents = ['Listed', 'Unlisted'];
const listEvents = [...entryEvents, 'EntriesEnded', 'AllUnlisted'];
/** Of the access resolver. Its epoch counts in that of the list. */
const allRolesRevoked = 'AllRolesRevoked';

/** Updates the listed readers with these events, which must be newer than all others. */
export async function addToLists(tx: Transaction, added: readonly ListEvent[]): Promise<void> {
  await apply(tx, added.filter(isOfList));
}

/** Recomputes the listed readers of all labs that these events touched, from the events that remain without them. */
export async function removeFromLists(
  tx: Transaction,
  chainId: number,
  removed: readonly ListEvent[],
): Promise<void> {
  const labs = new Set(removed.filter(isOfList).flatMap(({ oclId }) => oclId ?? []));
  for (const some of chunks([...labs])) {
    await tx.delete(listedReaders).where(inArray(listedReaders.oclId, some));
    await apply(tx, await listEventsOf(tx, chainId, some));
  }
}

/**
 * Applies these events, in the order of the chain, to the stored entries. As in `AccessList.sol`, the last event of an entry decides, and what
 * was listed before the entries of its lab or its granter were ended is void.
 */
async function apply(tx: Transaction, events: readonly ListEvent[]): Promise<void> {
  if (events.length === 0) return;
  const lastOf = new Map<string, number>();
  /** By lab, and by lab and granter: the last event that ended their entries. */
  const endedAt = new Map<string, number>();
  for (const [at, { oclId, eventName, args }] of events.entries()) {
    if (entryEvents.includes(eventName)) lastOf.set(`${oclId} ${args.subject} ${args.reader}`, at);
    else endedAt.set(eventName === 'EntriesEnded' ? `${oclId} ${args.granter}` : `${oclId}`, at);
  }
  const touched = [...lastOf.keys()].map(keyOf);
  const cleared = [...endedAt.keys()].map(keyOf);
  await deleteWhere(tx, touched, sql`entry.b = subject and entry.c = reader`);
  await deleteWhere(tx, cleared, sql`(entry.b is null or entry.b = granter)`);

  const entries = [...lastOf.values()].flatMap((at) => {
    const event = events[at];
    const entry = event?.eventName === 'Listed' ? entryOf(event) : null;
    if (!entry) return [];
    const ends = [endedAt.get(entry.oclId), endedAt.get(`${entry.oclId} ${entry.granter}`)];
    return ends.some((end) => end !== undefined && end > at) ? [] : [entry];
  });
  await insertRows(tx, listedReaders, entries);
}

function entryOf({ oclId, args, blockTimestamp, blockNumber, logIndex }: ListEvent): Entry | null {
  if (!oclId) return null;
  return {
    oclId,
    subject: String(args.subject),
    reader: String(args.reader),
    granter: args.granter === zeroAddress ? null : String(args.granter),
    expiry: String(args.expiry),
    claim: args.claim === zeroHash ? null : String(args.claim),
    listedAt: blockTimestamp,
    blockNumber,
    logIndex,
  };
}

interface Key {
  a: string | undefined;
  b: string | null;
  c: string | null;
}

function keyOf(text: string): Key {
  const [a, b = null, c = null] = text.split(' ');
  return { a, b, c };
}

async function deleteWhere(tx: Transaction, keys: readonly Key[], where: SQL): Promise<void> {
  if (keys.length === 0) return;
  await tx.execute(sql`
    delete from ${listedReaders} using jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as entry(a text, b text, c text)
    where ocl_id = entry.a and ${where}`);
}

/** All events of the lists of these labs. */
function listEventsOf(tx: Transaction, chainId: number, oclIds: string[]): Promise<ListEvent[]> {
  const { contractName, eventName } = onchainEvents;
  return tx
    .select()
    .from(onchainEvents)
    .where(
      and(
        eq(onchainEvents.chainId, chainId),
        inArray(onchainEvents.oclId, oclIds),
        or(
          and(eq(contractName, 'accesslist'), inArray(eventName, listEvents)),
          and(eq(contractName, 'accessresolver'), eq(eventName, allRolesRevoked)),
        ),
      ),
    )
    .orderBy(asc(onchainEvents.blockNumber), asc(onchainEvents.logIndex));
}

function isOfList({ contractName, eventName }: ListEvent): boolean {
  return contractName === 'accesslist'
    ? listEvents.includes(eventName)
    : contractName === 'accessresolver' && eventName === allRolesRevoked;
}

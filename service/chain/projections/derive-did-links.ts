import { didProvider } from '@labroom/contracts/did-link';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { chunks } from '#platform/db/chunks.ts';
import type { Reader, Transaction } from '#platform/db/database.ts';
import { onchainEvents } from '#platform/db/tables/chain.ts';
import { didLinks } from '#platform/db/tables/did.ts';
import { labs } from '#platform/db/tables/labs.ts';
import { linksOf } from './links-of-lab.ts';

type Touched = Pick<typeof onchainEvents.$inferInsert, 'contractName' | 'eventName' | 'oclId'>;

const linkEvents = ['DidLinked', 'DidDeactivated'];
/** SQL of `isLinkEvent`, with constants, as the index `onchain_events_did_links` has them. */
const isOfLinks = sql`${onchainEvents.contractName} = 'ocl'
  and ${onchainEvents.eventName} in (${sql.raw(linkEvents.map((name) => `'${name}'`).join(', '))})`;

type LinkEvent = Pick<typeof onchainEvents.$inferSelect, 'eventName' | 'args' | 'txHash'>;
type Change = Partial<Pick<typeof didLinks.$inferInsert, 'status' | 'txHash' | 'endedBy' | 'lastFailure'>>;

/** State of the link of a lab's two DIDs according to its events. */
type LinkOnChain =
  | { kind: 'none' }
  | { kind: 'linked'; txHash: string }
  /** Linked by `txHash`; transaction `by` ended the link of at least one of the two. */
  | { kind: 'ended'; txHash: string; by: string };

/**
 * Updates the linking states of the labs of these events from all current events: `LINKED` while both DIDs are linked.
 * When a reorganization removes the events, the state returns to `SUBMITTED`, or to `PENDING` if nothing was sent since
 * an operator restarted linking. A link that the registry's owner ended is `FAILED`, because only an operator may want
 * it back.
 *
 * [Note: a state from events] The same queue and the same events give the same state, in any order of processing and
 * after any reorganization. `endedBy` names the transaction that ended the link. So a `FAILED` from the chain is
 * reverted with its event, unlike a `FAILED` attempt, and an end that an operator overrode does not count again.
 */
export async function deriveDidLinks(tx: Transaction, chainId: number, touched: Touched[]): Promise<void> {
  const own = touched.filter(({ contractName, eventName }) => isLinkEvent(contractName, eventName));
  const oclIds = new Set(own.flatMap(({ oclId }) => oclId ?? []));
  for (const some of chunks([...oclIds])) {
    const eventsOf = await readLinkEvents(tx, chainId, some);
    const registered = await tx
      .select({ lab: labs, link: didLinks })
      .from(didLinks)
      .innerJoin(labs, eq(labs.oclId, didLinks.oclId))
      .where(inArray(didLinks.oclId, some))
      .orderBy(asc(didLinks.oclId));
    for (const { lab, link } of registered) {
      const change = changeOf(link, onChain(linksOf(lab), eventsOf.get(lab.oclId) ?? []));
      if (!change) continue;
      const wakes = isOpen(change) && { nextStepAt: sql`now()` };
      await tx
        .update(didLinks)
        .set({ ...change, ...wakes, updatedAt: sql`now()` })
        .where(eq(didLinks.oclId, lab.oclId));
    }
  }
}

function changeOf(link: typeof didLinks.$inferSelect, found: LinkOnChain): Change | null {
  const isEnded = link.status === 'FAILED' && link.endedBy !== null;
  if (found.kind === 'linked') {
    const { txHash } = found;
    return { status: 'LINKED', txHash, lastFailure: null, ...(isEnded && { endedBy: null }) };
  }
  if (found.kind === 'ended' && link.endedBy !== found.by) {
    const { txHash, by } = found;
    return { status: 'FAILED', txHash, endedBy: by, lastFailure: 'The link was ended on the chain' };
  }
  if (found.kind === 'ended' && isEnded)
    return link.txHash === found.txHash ? null : { txHash: found.txHash };
  const status = mayBeSent(link) ? 'SUBMITTED' : 'PENDING';
  if (link.status === 'LINKED') return { status, txHash: null };
  return isEnded ? { status, txHash: null, endedBy: null, lastFailure: null } : null;
}

/** Whether a user operation may be on its way: it exists and was not refused. A restart by an operator clears it. */
function mayBeSent({ userOperation }: typeof didLinks.$inferSelect): boolean {
  return userOperation !== null && !userOperation.sendingFailed;
}

/** Whether the worker has work to do for it. */
function isOpen({ status }: Change): boolean {
  return status === 'SUBMITTED' || status === 'PENDING';
}

/** @param events in the order of the chain */
function onChain(wanted: { subject: string; did: string }[], events: LinkEvent[]): LinkOnChain {
  const keys = new Map(wanted.map(({ subject, did }) => [keyOf(didProvider, subject), did]));
  const [active, linkedBy] = [new Set<string>(), new Map<string, string>()];
  let by = '';
  for (const { eventName, args, txHash } of events) {
    const key = keyOf(String(args.provider), String(args.subject));
    if (!keys.has(key)) continue;
    if (eventName === 'DidLinked' && args.did === keys.get(key)) {
      active.add(key);
      linkedBy.set(key, txHash);
    } else {
      active.delete(key);
      by = txHash;
    }
  }
  const txHash = linkedBy.get([...keys.keys()].at(-1) ?? '');
  if (!txHash || linkedBy.size < keys.size) return { kind: 'none' };
  return active.size === keys.size ? { kind: 'linked', txHash } : { kind: 'ended', txHash, by };
}

/** Counts the DIDs of a lab that are linked now, as of the last indexed block. */
export async function countActiveLinks(db: Reader, chainId: number, oclId: string): Promise<number> {
  const events = await readLinkEvents(db, chainId, [oclId]);
  const active = new Set<string>();
  for (const { eventName, args } of events.get(oclId) ?? []) {
    const key = keyOf(String(args.provider), String(args.subject));
    if (eventName === 'DidLinked') active.add(key);
    else active.delete(key);
  }
  return active.size;
}

async function readLinkEvents(
  db: Reader,
  chainId: number,
  oclIds: string[],
): Promise<Map<string | null, LinkEvent[]>> {
  const { oclId, eventName, args, txHash, blockNumber, logIndex } = onchainEvents;
  const events = await db
    .select({ oclId, eventName, args, txHash })
    .from(onchainEvents)
    .where(and(eq(onchainEvents.chainId, chainId), inArray(oclId, oclIds), isOfLinks))
    .orderBy(asc(blockNumber), asc(logIndex));
  return Map.groupBy(events, (event) => event.oclId);
}

function isLinkEvent(contractName: string, eventName: string): boolean {
  return contractName === 'ocl' && linkEvents.includes(eventName);
}

function keyOf(provider: string, subject: string): string {
  return `${provider} ${subject}`;
}

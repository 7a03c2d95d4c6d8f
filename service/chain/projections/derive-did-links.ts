import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { didProvider } from '#contracts/did-link.ts';
import { chunks } from '#service/platform/db/chunks.ts';
import type { Reader, Transaction } from '#service/platform/db/database.ts';
import { onchainEvents } from '#service/platform/db/tables/chain.ts';
import { didLinks } from '#service/platform/db/tables/did.ts';
import { labs } from '#service/platform/db/tables/labs.ts';
import { linksOf } from './links-of-lab.ts';

type Touched = Pick<typeof onchainEvents.$inferInsert, 'contractName' | 'eventName' | 'oclId'>;

const linkEvents = ['DidLinked', 'DidDeactivated'];

type LinkEvent = Pick<typeof onchainEvents.$inferSelect, 'eventName' | 'args' | 'txHash'>;
type Change = Partial<Pick<typeof didLinks.$inferInsert, 'status' | 'txHash' | 'endedBy' | 'lastFailure'>>;

/** What the events of a lab say about the link of its two DIDs. */
type LinkOnChain =
  | { kind: 'none' }
  /** By the transaction `txHash`. */
  | { kind: 'linked'; txHash: string }
  /** Linked by `txHash`, and since the transaction `by` at least one of them no longer. */
  | { kind: 'ended'; txHash: string; by: string };

/**
 * Brings the states of linking in line with the events that stand now, for the labs of these events: `LINKED` while both
 * DIDs are linked. A reorganization that takes the events away makes it `SUBMITTED` again, or `PENDING` where nothing was sent
 * since an operator started it anew; a link that the registry's owner ended is `FAILED`, as nobody but an operator may want it
 * back.
 *
 * [Note: a state from events] Whatever the way here, event by event or all at once, through reorganizations or not, the same
 * queue and the same events give the same state. `endedBy` says which end is in it: so a `FAILED` of the chain is taken back
 * with its event, other than that of an attempt, and an end that an operator has overridden does not count again.
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

/** Whether an operation may be under way: one that is there and was not refused. An operator's new start forgets the old one. */
function mayBeSent({ userOperation }: typeof didLinks.$inferSelect): boolean {
  return userOperation !== null && !userOperation.sendingFailed;
}

/** Whether the worker has something to do. */
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

/** How many DIDs of a lab are linked now, as far as the chain was read. */
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
  const { oclId, contractName, eventName, args, txHash, blockNumber, logIndex } = onchainEvents;
  const events = await db
    .select({ oclId, eventName, args, txHash })
    .from(onchainEvents)
    .where(
      and(
        eq(onchainEvents.chainId, chainId),
        inArray(oclId, oclIds),
        eq(contractName, 'ocl'),
        inArray(eventName, linkEvents),
      ),
    )
    .orderBy(asc(blockNumber), asc(logIndex));
  return Map.groupBy(events, (event) => event.oclId);
}

function isLinkEvent(contractName: string, eventName: string): boolean {
  return contractName === 'ocl' && linkEvents.includes(eventName);
}

function keyOf(provider: string, subject: string): string {
  return `${provider} ${subject}`;
}

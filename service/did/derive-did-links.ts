import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { didProvider } from '../../contracts/did-link.ts';
import { chunks } from '../db/chunks.ts';
import type { Reader, Transaction } from '../db/database.ts';
import { onchainEvents } from '../db/tables/chain.ts';
import { didLinks } from '../db/tables/did.ts';
import { labs } from '../db/tables/labs.ts';
import { linksOf } from './link-call.ts';

type Touched = Pick<typeof onchainEvents.$inferInsert, 'contractName' | 'eventName' | 'oclId'>;

const linkEvents = ['DidLinked', 'DidDeactivated'];

/** What the events of one lab come to. */
interface LinkHistory {
  /** Active links by provider and subject. */
  active: Map<string, { did: string; txHash: string }>;
  /** Every DID that was ever linked, by provider and subject. */
  seen: Set<string>;
}

/**
 * Brings the states of linking in line with the events that stand now, for the labs of these events: `LINKED` while both
 * DIDs are linked. A reorganization that takes the events away makes it `SUBMITTED` again; a link that the registry's owner
 * ended is `FAILED`, as nobody but an operator may want it back.
 */
export async function deriveDidLinks(tx: Transaction, chainId: number, touched: Touched[]): Promise<void> {
  const own = touched.filter(({ contractName, eventName }) => isLinkEvent(contractName, eventName));
  const oclIds = new Set(own.flatMap(({ oclId }) => oclId ?? []));
  for (const some of chunks([...oclIds])) {
    const histories = await readHistories(tx, chainId, some);
    const registered = await tx
      .select({ lab: labs, link: didLinks })
      .from(didLinks)
      .innerJoin(labs, eq(labs.oclId, didLinks.oclId))
      .where(inArray(didLinks.oclId, some))
      .orderBy(asc(didLinks.oclId));
    for (const { lab, link } of registered) {
      const { active, seen } = histories.get(lab.oclId) ?? emptyHistory();
      const wanted = linksOf(lab).map((link) => ({ ...link, key: keyOf(didProvider, link.subject) }));
      const here = eq(didLinks.oclId, lab.oclId);
      if (wanted.every(({ key, did }) => active.get(key)?.did === did)) {
        const txHash = active.get(wanted.at(-1)?.key ?? '')?.txHash ?? null;
        const linked = { status: 'LINKED', txHash, lastFailure: null, updatedAt: sql`now()` } as const;
        await tx.update(didLinks).set(linked).where(here);
      } else if (wanted.every(({ key, did }) => seen.has(`${key} ${did}`))) {
        // Unless it was already started again by an operator.
        if (link.status === 'FAILED' || (link.status === 'PENDING' && link.attempts === 0)) continue;
        const ended = { status: 'FAILED', lastFailure: 'The link was ended on the chain' } as const;
        await tx
          .update(didLinks)
          .set({ ...ended, updatedAt: sql`now()` })
          .where(here);
      } else if (link.status === 'LINKED') {
        const taken = { status: 'SUBMITTED', txHash: null, nextStepAt: sql`now()` } as const;
        await tx
          .update(didLinks)
          .set({ ...taken, updatedAt: sql`now()` })
          .where(here);
      }
    }
  }
}

/** How many DIDs of a lab are linked now, as far as the chain was read. */
export async function countActiveLinks(db: Reader, chainId: number, oclId: string): Promise<number> {
  const histories = await readHistories(db, chainId, [oclId]);
  return histories.get(oclId)?.active.size ?? 0;
}

async function readHistories(
  db: Reader,
  chainId: number,
  oclIds: string[],
): Promise<Map<string, LinkHistory>> {
  const events = await db
    .select()
    .from(onchainEvents)
    .where(
      and(
        eq(onchainEvents.chainId, chainId),
        inArray(onchainEvents.oclId, oclIds),
        eq(onchainEvents.contractName, 'ocl'),
        inArray(onchainEvents.eventName, linkEvents),
      ),
    )
    .orderBy(asc(onchainEvents.blockNumber), asc(onchainEvents.logIndex));
  const histories = new Map<string, LinkHistory>();
  for (const { oclId, eventName, args, txHash } of events) {
    if (!oclId) continue;
    const history = histories.get(oclId) ?? emptyHistory();
    histories.set(oclId, history);
    const key = keyOf(String(args.provider), String(args.subject));
    if (eventName === 'DidLinked') {
      const did = String(args.did);
      history.active.set(key, { did, txHash });
      history.seen.add(`${key} ${did}`);
    } else history.active.delete(key);
  }
  return histories;
}

function emptyHistory(): LinkHistory {
  return { active: new Map(), seen: new Set() };
}

function isLinkEvent(contractName: string, eventName: string): boolean {
  return contractName === 'ocl' && linkEvents.includes(eventName);
}

function keyOf(provider: string, subject: string): string {
  return `${provider} ${subject}`;
}

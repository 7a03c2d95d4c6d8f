import { and, eq, gt, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { CopyRows } from '../db/bulk-transaction.ts';
import type { Transaction } from '../db/database.ts';
import { insertRows } from '../db/insert-rows.ts';
import {
  labOwners,
  labTokens,
  onchainEventAddresses,
  onchainEvents,
  quarantinedLogs,
} from '../db/tables/chain.ts';
import { deriveDidLinks } from '../did/derive-did-links.ts';
import { addToMembers, removeFromMembers } from '../members/derive-members.ts';
import type { DecodedLogs, NewEvent } from './decode.ts';
import type { NewLabToken } from './lab-tokens.ts';

/** Writes what a range of blocks held, and brings in line what follows from it. */
export async function saveEvents(
  tx: Transaction,
  copyRows: CopyRows,
  chainId: number,
  { tokens, events, quarantined }: DecodedLogs & { tokens: NewLabToken[] },
): Promise<void> {
  const newTokens = tokens.map((token) => ({ ...token, chainId }));
  await insertRows(tx, labTokens, newTokens);
  const rows = await withLabs(tx, chainId, events);
  await copyRows(onchainEvents, rows);
  await copyRows(onchainEventAddresses, addressesOf(chainId, events));
  await insertRows(tx, quarantinedLogs, quarantined);
  await addToMembers(tx, chainId, rows);
  await deriveDidLinks(tx, chainId, rows);
}

/** Takes back what the blocks after this one held, and what was computed from it. */
export async function forgetEventsAfter(tx: Transaction, chainId: number, number: number): Promise<void> {
  for (const table of [labTokens, onchainEventAddresses, quarantinedLogs])
    await tx.delete(table).where(and(eq(table.chainId, chainId), gt(table.blockNumber, number)));
  const eventsAfter = and(eq(onchainEvents.chainId, chainId), gt(onchainEvents.blockNumber, number));
  const removed = await tx.delete(onchainEvents).where(eventsAfter).returning();
  await removeFromMembers(tx, chainId, removed);
  await deriveDidLinks(tx, chainId, removed);
}

/** For each address and block the events that name it. */
function addressesOf(chainId: number, events: NewEvent[]): (typeof onchainEventAddresses.$inferInsert)[] {
  const rows: (typeof onchainEventAddresses.$inferInsert)[] = [];
  for (const [blockNumber, inBlock] of Map.groupBy(events, (event) => event.blockNumber)) {
    const logIndexesOf = new Map<string, number[]>();
    for (const { addresses, logIndex } of inBlock) {
      for (const address of addresses) {
        const logIndexes = logIndexesOf.get(address);
        if (!logIndexes) logIndexesOf.set(address, [logIndex]);
        else if (logIndexes.at(-1) !== logIndex) logIndexes.push(logIndex);
      }
    }
    for (const [address, logIndexes] of logIndexesOf)
      rows.push({ address, chainId, blockNumber, logIndexes });
  }
  return rows;
}

/** Completes events that name a lab by its token id or by its token only. */
async function withLabs(tx: Transaction, chainId: number, events: NewEvent[]): Promise<NewEvent[]> {
  const open = events.filter(({ oclId }) => !oclId);
  const names = sql.param([...new Set(open.flatMap(namesOf))]);
  const isNamed = (column: AnyPgColumn) => sql`${column} = any(${names}::text[])`;
  const tokens = await tx
    .select({ name: labTokens.address, oclId: labTokens.oclId })
    .from(labTokens)
    .where(and(eq(labTokens.chainId, chainId), isNamed(labTokens.address)));
  const labs = await tx
    .select({ name: labOwners.tokenId, oclId: labOwners.oclId })
    .from(labOwners)
    .where(isNamed(labOwners.tokenId));
  const minted = events.flatMap(({ contractName, args, oclId }) =>
    contractName === 'ocl' && oclId ? [{ name: String(args.tokenId), oclId }] : [],
  );
  const oclIdOf = new Map([...tokens, ...labs, ...minted].map(({ name, oclId }) => [name, oclId]));
  return events.map((event) => {
    const name = event.oclId ? undefined : namesOf(event).find((candidate) => oclIdOf.has(candidate));
    return name ? { ...event, oclId: oclIdOf.get(name) } : event;
  });
}

/** By what an event may name its lab: the token id, or a token: the one that logs, was wrapped or was accepted. */
function namesOf({ contractName, contractAddress, args }: NewEvent): string[] {
  const { tokenId, wrappedLabToken, tokenContract } = args;
  const named = contractName === 'ocl' ? [tokenId] : [contractAddress, wrappedLabToken, tokenContract];
  return named.filter((name) => typeof name === 'string');
}

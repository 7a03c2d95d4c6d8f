import { and, eq, gt, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { CopyRows } from '#platform/db/bulk-transaction.ts';
import type { Transaction } from '#platform/db/database.ts';
import { insertRows } from '#platform/db/insert-rows.ts';
import {
  labOwners,
  labTokens,
  onchainEventAddresses,
  onchainEvents,
  quarantinedLogs,
} from '#platform/db/tables/chain.ts';
import { addToBalances, removeFromBalances } from '../projections/derive-balances.ts';
import { deriveDidLinks } from '../projections/derive-did-links.ts';
import { addToLists, removeFromLists } from '../projections/derive-lists.ts';
import { addToMembers, removeFromMembers } from '../projections/derive-members.ts';
import { addressRowsOf, forgetAddressesAfter } from './address-index.ts';
import type { DecodedLogs, NewEvent } from './decode.ts';
import type { NewLabToken } from './lab-tokens.ts';

/** Stores the events of a range and updates owners, grants, listed readers, token balances and DID links from them. */
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
  await copyRows(onchainEventAddresses, addressRowsOf(chainId, events));
  await insertRows(tx, quarantinedLogs, quarantined);
  await addToMembers(tx, chainId, rows);
  await addToLists(tx, rows);
  await addToBalances(tx, chainId, rows);
  await deriveDidLinks(tx, chainId, rows);
}

/** Removes the events after this block and updates what was derived from them. */
export async function forgetEventsAfter(tx: Transaction, chainId: number, number: number): Promise<void> {
  await forgetAddressesAfter(tx, chainId, number);
  for (const table of [labTokens, quarantinedLogs])
    await tx.delete(table).where(and(eq(table.chainId, chainId), gt(table.blockNumber, number)));
  const eventsAfter = and(eq(onchainEvents.chainId, chainId), gt(onchainEvents.blockNumber, number));
  const removed = await tx.delete(onchainEvents).where(eventsAfter).returning();
  await removeFromMembers(tx, chainId, removed);
  await removeFromLists(tx, chainId, removed);
  await removeFromBalances(tx, chainId, removed);
  await deriveDidLinks(tx, chainId, removed);
}

/** Adds the lab to events that name it only by its token id or its token. */
async function withLabs(tx: Transaction, chainId: number, events: NewEvent[]): Promise<NewEvent[]> {
  const wanted = new Set<string>();
  for (const event of events) if (!event.oclId) for (const name of namesOf(event)) wanted.add(name);
  const names = sql.param([...wanted]);
  const isNamed = (column: AnyPgColumn) => sql`${column} = any(${names}::text[])`;
  const tokens = await tx
    .select({ name: labTokens.address, oclId: labTokens.oclId })
    .from(labTokens)
    .where(and(eq(labTokens.chainId, chainId), isNamed(labTokens.address)));
  const labs = await tx
    .select({ name: labOwners.tokenId, oclId: labOwners.oclId })
    .from(labOwners)
    .where(isNamed(labOwners.tokenId));
  const oclIdOf = new Map([...tokens, ...labs].map(({ name, oclId }) => [name, oclId]));
  for (const { contractName, args, oclId } of events)
    if (contractName === 'ocl' && oclId) oclIdOf.set(String(args.tokenId), oclId);
  for (const event of events) {
    const name = event.oclId ? undefined : namesOf(event).find((candidate) => oclIdOf.has(candidate));
    if (name) event.oclId = oclIdOf.get(name) ?? null;
  }
  return events;
}

/** How an event may name its lab: by token id, or by the token that logs, was wrapped or was accepted. */
function namesOf({ contractName, contractAddress, eventName, args }: NewEvent): string[] {
  if (contractName === 'ocl') return typeof args.tokenId === 'string' ? [args.tokenId] : [];
  if (eventName === 'Transfer') return [contractAddress];
  return [contractAddress, args.wrappedLabToken, args.tokenContract].filter(
    (name) => typeof name === 'string',
  );
}

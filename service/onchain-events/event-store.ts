import { and, eq, gt, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { chunks } from '../db/chunks.ts';
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
import { deriveMembers } from '../members/derive-members.ts';
import type { DecodedLogs, NewEvent } from './decode.ts';
import type { NewLabToken } from './lab-tokens.ts';

/** Writes what a range of blocks held, and computes anew what follows from it. */
export async function saveEvents(
  tx: Transaction,
  chainId: number,
  { tokens, events, quarantined }: DecodedLogs & { tokens: NewLabToken[] },
): Promise<void> {
  const newTokens = tokens.map((token) => ({ ...token, chainId }));
  await insertRows(tx, labTokens, newTokens);
  const rows = await withLabs(tx, chainId, events);
  await insertRows(tx, onchainEvents, rows);
  await saveAddresses(tx, rows);
  await insertRows(tx, quarantinedLogs, quarantined);
  await deriveMembers(tx, chainId, rows);
  await deriveDidLinks(tx, chainId, rows);
}

/** Takes back what the blocks after this one held, and what was computed from it. */
export async function forgetEventsAfter(tx: Transaction, chainId: number, number: number): Promise<void> {
  for (const table of [labTokens, onchainEventAddresses, quarantinedLogs])
    await tx.delete(table).where(and(eq(table.chainId, chainId), gt(table.blockNumber, number)));
  const eventsAfter = and(eq(onchainEvents.chainId, chainId), gt(onchainEvents.blockNumber, number));
  const removed = await tx.delete(onchainEvents).where(eventsAfter).returning();
  await deriveMembers(tx, chainId, removed);
  await deriveDidLinks(tx, chainId, removed);
}

/** Unpacked by the database, as there are several addresses to an event. */
async function saveAddresses(tx: Transaction, events: NewEvent[]): Promise<void> {
  for (const some of chunks(events, 5_000)) {
    const given = some.map(({ addresses, chainId, blockNumber, logIndex }) => ({
      addresses,
      chainId,
      blockNumber,
      logIndex,
    }));
    await tx.execute(sql`
      insert into ${onchainEventAddresses} (address, chain_id, block_number, log_index)
      select address, "chainId", "blockNumber", "logIndex"
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given(addresses text[], "chainId" int, "blockNumber" bigint, "logIndex" int), unnest(addresses) as address`);
  }
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

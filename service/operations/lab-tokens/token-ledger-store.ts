import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { zeroAddress } from 'viem';
import type {
  LabTokenHolder,
  LabTokenSupplyChange,
  LabTokenTransfer,
  LabTokenWeek,
} from '#contract/schema.generated.ts';
import type { Reader } from '#platform/db/database.ts';
import {
  chainCursors,
  labTokenBalances,
  type labTokens,
  labTokenWeeks,
  onchainEvents,
} from '#platform/db/tables/chain.ts';

/** The indexed token. */
export type TokenLedgerRow = Pick<
  typeof labTokens.$inferSelect,
  'chainId' | 'address' | 'supply' | 'holderCount' | 'transferCount' | 'cap' | 'cappedAt'
>;

export interface HolderPosition {
  balance: string;
  address: string;
}

export interface TransferPosition {
  blockNumber: number;
  logIndex: number;
}

export async function indexedBlockOf(db: Reader, chainId: number): Promise<number> {
  const [cursor] = await db
    .select({ number: chainCursors.blockNumber })
    .from(chainCursors)
    .where(eq(chainCursors.chainId, chainId));
  return Math.max(0, cursor?.number ?? 0);
}

/** Holders after a position, largest balance first. */
export async function holdersOf(
  db: Reader,
  { chainId, address: token, supply }: TokenLedgerRow,
  { after, limit }: { after: HolderPosition | undefined; limit: number },
): Promise<LabTokenHolder[]> {
  const { balance, holder } = labTokenBalances;
  const rows = await db
    .select({
      address: holder,
      balance,
      share: sql<number>`coalesce(${balance} / nullif(${supply}::numeric, 0), 0)::float8`,
    })
    .from(labTokenBalances)
    .where(
      and(
        eq(labTokenBalances.chainId, chainId),
        eq(labTokenBalances.token, token),
        sql`${balance} > 0`,
        after && sql`(${balance}, ${holder}) < (${after.balance}::numeric, ${after.address})`,
      ),
    )
    .orderBy(desc(balance), desc(holder))
    .limit(limit);
  return rows.map((row) => ({ ...row, id: `${row.balance}:${row.address}` }));
}

/** Transfers before a position, newest first. */
export async function transfersOf(
  db: Reader,
  token: TokenLedgerRow,
  { before, limit }: { before: TransferPosition | undefined; limit: number },
): Promise<LabTokenTransfer[]> {
  const { blockNumber, logIndex } = onchainEvents;
  const isBefore =
    before && sql`(${blockNumber}, ${logIndex}) < (${before.blockNumber}::bigint, ${before.logIndex}::int)`;
  return (await transferEvents(db, token, isBefore, limit)).map(asTransfer);
}

/** Transfers that issued or burned, newest first, with the supply after each. */
export async function supplyChangesOf(
  db: Reader,
  token: TokenLedgerRow,
  limit: number,
): Promise<LabTokenSupplyChange[]> {
  const { args } = onchainEvents;
  // In the words of the partial index.
  const changesSupply = sql`${sql.raw(`'${zeroAddress}'`)} in (${args}->>'from', ${args}->>'to')`;
  const events = (await transferEvents(db, token, changesSupply, limit)).map(asTransfer);
  let supply = BigInt(token.supply);
  return events.map(({ id, from, to, amount, txHash, at }) => {
    const issued = from === zeroAddress ? BigInt(amount) : 0n;
    const burned = to === zeroAddress ? BigInt(amount) : 0n;
    const change = { id, change: String(issued - burned), supply: String(supply), txHash, at };
    supply -= issued - burned;
    return change;
  });
}

/** The newest weeks with transfers, newest first. */
export async function weeksOf(
  db: Reader,
  { chainId, address }: TokenLedgerRow,
  limit: number,
): Promise<LabTokenWeek[]> {
  const { week, transfers, transferred, issued, burned } = labTokenWeeks;
  const rows = await db
    .select({ week, transfers, transferred, issued, burned })
    .from(labTokenWeeks)
    .where(and(eq(labTokenWeeks.chainId, chainId), eq(labTokenWeeks.token, address)))
    .orderBy(desc(week))
    .limit(limit);
  return rows.map(({ week: monday, ...sums }) => ({ startsAt: new Date(monday), ...sums }));
}

type TransferEvent = typeof onchainEvents.$inferSelect;

function transferEvents(
  db: Reader,
  { chainId, address }: TokenLedgerRow,
  which: SQL | undefined,
  limit: number,
): Promise<TransferEvent[]> {
  const { contractAddress, contractName, eventName, blockNumber, logIndex } = onchainEvents;
  return db
    .select()
    .from(onchainEvents)
    .where(
      and(
        eq(onchainEvents.chainId, chainId),
        eq(contractAddress, address),
        // Literals, so that a prepared statement uses the partial indexes.
        sql`${contractName} = 'ipt' and ${eventName} = 'Transfer'`,
        which,
      ),
    )
    .orderBy(desc(blockNumber), desc(logIndex))
    .limit(limit);
}

function asTransfer({
  args,
  blockNumber,
  logIndex,
  txHash,
  blockTimestamp,
}: TransferEvent): LabTokenTransfer {
  const { from, to, value } = args;
  return {
    id: `${blockNumber}:${logIndex}`,
    from: String(from),
    to: String(to),
    amount: String(value),
    txHash,
    blockNumber,
    at: blockTimestamp,
  };
}

import { weekOf } from '@labroom/protocol/week';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type Address, zeroAddress } from 'viem';
import { chunks } from '#platform/db/chunks.ts';
import type { Transaction } from '#platform/db/database.ts';
import { insertRows } from '#platform/db/insert-rows.ts';
import { labTokenBalances, labTokens, labTokenWeeks, type onchainEvents } from '#platform/db/tables/chain.ts';

type TokenEvent = Pick<
  typeof onchainEvents.$inferSelect,
  'contractAddress' | 'contractName' | 'eventName' | 'args' | 'blockTimestamp'
>;

interface Transfer {
  token: Address;
  from: string;
  to: string;
  value: bigint;
  at: Date;
}

interface Week {
  token: string;
  week: string;
  transfers: number;
  transferred: bigint;
  issued: bigint;
  burned: bigint;
}

/** Changes of the totals of one token. */
interface Totals {
  supply: bigint;
  holderCount: number;
  transferCount: number;
}

/** Adds these events of lab tokens to balances, weeks and totals. */
export async function addToBalances(tx: Transaction, chainId: number, added: TokenEvent[]): Promise<void> {
  await changeBalances(tx, chainId, added.flatMap(transferOf), 1n);
  for (const { contractAddress, args, blockTimestamp } of added.filter(isCap))
    await setCap(tx, chainId, contractAddress, { cap: String(args.atSupply), cappedAt: blockTimestamp });
}

/** Takes these events of lab tokens, which a reorganization removed, out of balances, weeks and totals. */
export async function removeFromBalances(
  tx: Transaction,
  chainId: number,
  removed: TokenEvent[],
): Promise<void> {
  await changeBalances(tx, chainId, removed.flatMap(transferOf), -1n);
  for (const { contractAddress } of removed.filter(isCap))
    await setCap(tx, chainId, contractAddress, { cap: null, cappedAt: null });
}

/**
 * Balances are sums, so the order of the transfers does not matter and removing one is adding its opposite. A balance
 * below 0 is kept, although no lab token allows one: every change can then be taken back.
 */
async function changeBalances(
  tx: Transaction,
  chainId: number,
  transfers: Transfer[],
  sign: 1n | -1n,
): Promise<void> {
  if (transfers.length === 0) return;
  const totals = totalsOf(transfers, sign);
  const changes = [...changesOf(transfers, sign).values()];
  for (const some of chunks(changes)) await applyChanges(tx, chainId, some, totals);
  await saveWeeks(tx, chainId, weeksOf(transfers, sign));
  await saveTotals(tx, chainId, totals);
}

interface Change {
  token: string;
  holder: string;
  change: bigint;
}

/** The change of each balance, by token and holder. */
function changesOf(transfers: Transfer[], sign: bigint): Map<string, Change> {
  const changes = new Map<string, Change>();
  const add = (token: string, holder: string, value: bigint) => {
    if (holder === zeroAddress) return;
    const key = `${token}:${holder}`;
    changes.set(key, { token, holder, change: (changes.get(key)?.change ?? 0n) + value });
  };
  for (const { token, from, to, value } of transfers) {
    add(token, from, -value * sign);
    add(token, to, value * sign);
  }
  return changes;
}

function totalsOf(transfers: Transfer[], sign: bigint): Map<string, Totals> {
  const totals = new Map<string, Totals>();
  for (const { token, from, to, value } of transfers) {
    const total = totals.get(token) ?? { supply: 0n, holderCount: 0, transferCount: 0 };
    totals.set(token, total);
    if (from === zeroAddress) total.supply += value * sign;
    if (to === zeroAddress) total.supply -= value * sign;
    total.transferCount += Number(sign);
  }
  return totals;
}

/** Writes the new balances, and counts in `totals` who became or ceased to be a holder. */
async function applyChanges(
  tx: Transaction,
  chainId: number,
  changes: Change[],
  totals: ReadonlyMap<string, Totals>,
): Promise<void> {
  const names = changes.map(({ token, holder }) => ({ token, holder }));
  const touched = sql`(${labTokenBalances.token}, ${labTokenBalances.holder}) in
    (select token, holder from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as pair(token text, holder text))`;
  const ofChain = eq(labTokenBalances.chainId, chainId);
  const before = await tx.delete(labTokenBalances).where(and(ofChain, touched)).returning();
  const balanceOf = new Map(
    before.map(({ token, holder, balance }) => [`${token}:${holder}`, BigInt(balance)]),
  );
  const after = changes.flatMap(({ token, holder, change }) => {
    const old = balanceOf.get(`${token}:${holder}`) ?? 0n;
    const balance = old + change;
    const total = totals.get(token);
    if (total) total.holderCount += Number(balance > 0n) - Number(old > 0n);
    return balance === 0n ? [] : [{ chainId, token, holder, balance: String(balance) }];
  });
  await insertRows(tx, labTokenBalances, after);
}

function weeksOf(transfers: Transfer[], sign: bigint): Week[] {
  const weeks = new Map<string, Week>();
  for (const { token, from, to, value, at } of transfers) {
    const week = new Date(weekOf(at.getTime())).toISOString().slice(0, 10);
    const key = `${token}:${week}`;
    const sum = weeks.get(key) ?? { token, week, transfers: 0, transferred: 0n, issued: 0n, burned: 0n };
    weeks.set(key, sum);
    if (from === zeroAddress) sum.issued += value * sign;
    if (to === zeroAddress) sum.burned += value * sign;
    if (from === zeroAddress || to === zeroAddress) continue;
    sum.transfers += Number(sign);
    sum.transferred += value * sign;
  }
  return [...weeks.values()];
}

async function saveWeeks(tx: Transaction, chainId: number, weeks: Week[]): Promise<void> {
  const sumWith = (name: string): SQL => {
    const column = sql.identifier(name);
    return sql`${column} = ${labTokenWeeks}.${column} + excluded.${column}`;
  };
  const sums = sql.join(['transfers', 'transferred', 'issued', 'burned'].map(sumWith), sql`, `);
  const rows = weeks.map((week) => ({
    ...week,
    chainId,
    transferred: String(week.transferred),
    issued: String(week.issued),
    burned: String(week.burned),
  }));
  await insertRows(tx, labTokenWeeks, rows, sql`on conflict (chain_id, token, week) do update set ${sums}`);
  await tx
    .delete(labTokenWeeks)
    .where(
      and(
        eq(labTokenWeeks.chainId, chainId),
        inArray(labTokenWeeks.token, [...new Set(weeks.map(({ token }) => token))]),
        sql`(${labTokenWeeks.transfers}, ${labTokenWeeks.issued}, ${labTokenWeeks.burned}) = (0, 0, 0)`,
      ),
    );
}

/** A token that a reorganization removed has no row any more, and no totals. */
async function saveTotals(
  tx: Transaction,
  chainId: number,
  totals: ReadonlyMap<string, Totals>,
): Promise<void> {
  const rows = [...totals].map(([address, { supply, holderCount, transferCount }]) => {
    return { address, supply: String(supply), holders: holderCount, transfers: transferCount };
  });
  await tx.execute(sql`update ${labTokens} as token set
      supply = token.supply + sum.supply,
      holder_count = token.holder_count + sum.holders,
      transfer_count = token.transfer_count + sum.transfers
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as sum(address text, supply numeric, holders integer, transfers integer)
    where token.chain_id = ${chainId} and token.address = sum.address`);
}

async function setCap(
  tx: Transaction,
  chainId: number,
  token: string,
  cap: { cap: string | null; cappedAt: Date | null },
): Promise<void> {
  await tx
    .update(labTokens)
    .set(cap)
    .where(and(eq(labTokens.chainId, chainId), eq(labTokens.address, token as Address)));
}

function transferOf({
  contractAddress,
  contractName,
  eventName,
  args,
  blockTimestamp,
}: TokenEvent): Transfer[] {
  if (contractName !== 'ipt' || eventName !== 'Transfer') return [];
  const { from, to, value } = args as Record<'from' | 'to' | 'value', unknown>;
  const token = contractAddress as Address;
  return [{ token, from: String(from), to: String(to), value: BigInt(String(value)), at: blockTimestamp }];
}

function isCap({ contractName, eventName }: TokenEvent): boolean {
  return contractName === 'ipt' && eventName === 'Capped';
}

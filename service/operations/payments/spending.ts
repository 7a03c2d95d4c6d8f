import type { Spending, Spent } from '#contract/schema.generated.ts';
import type { Reader } from '#platform/db/database.ts';
import { DAYS, type SpentRow, spentBy } from './paid-call-reads.ts';

const dayMs = 86_400_000;

/** What a payer spent, in all or on one lab: one entry for each token that it paid with. */
export async function spendingOf(db: Reader, payer: string, lab?: string): Promise<Spending[]> {
  const rows = await spentBy(db, payer, lab);
  const ofTokens = Object.groupBy(rows, ({ network, asset }) => `${network} ${asset}`);
  return Object.values(ofTokens).flatMap((ofToken = []) => {
    const [token] = ofToken;
    if (!token) return [];
    const { network, asset, today } = token;
    const settled = ofToken.filter(({ isSettled }) => isSettled);
    return {
      network,
      asset,
      today: sumOf(settled.filter(({ day }) => day === today)),
      last30Days: sumOf(settled.filter(({ day }) => day !== null)),
      all: sumOf(settled),
      pending: sumOf(ofToken.filter(({ isSettled }) => !isSettled)),
      days: daysUntil(today).map((day) => ({ day, ...sumOf(settled.filter((row) => row.day === day)) })),
    };
  });
}

function daysUntil(today: string): string[] {
  const last = Date.parse(today);
  return Array.from({ length: DAYS }, (_, index) =>
    new Date(last - (DAYS - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}

function sumOf(rows: readonly SpentRow[]): Omit<Spent, '__typename'> {
  return {
    calls: rows.reduce((sum, { calls }) => sum + calls, 0),
    amount: String(rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n)),
  };
}

import { sql } from 'drizzle-orm';
import type { Hex } from 'viem';
import type { StormContext } from '../storm-context.ts';

interface LedgerRow extends Record<string, unknown> {
  nonce: string;
  state: string;
  transaction: string | null;
}

/** Whether the mutation of such a call may have run, and whether it must have. */
const ran: Record<string, 'yes' | 'no' | 'perhaps'> = {
  settled: 'yes',
  failed: 'yes',
  burned: 'perhaps',
  released: 'perhaps',
};

/** The ledger, the chain and the payers' own books tell the same of every payment, and each bought one effect at most. */
export async function paymentFaults({ stack, journal, people }: StormContext): Promise<string[]> {
  const { db } = stack.context;
  const { rows } = await db.execute<LedgerRow>(
    sql`select distinct on (nonce) nonce, state, transaction from paid_calls order by nonce, attempt desc`,
  );
  const ledger = new Map(rows.map((row) => [row.nonce, row]));
  const { rows: words } = await db.execute<{ headline: string }>(sql`select headline from announcements`);
  const headlines = new Set(words.map(({ headline }) => headline));
  const faults: string[] = [];
  for (const { receipt, headline, answered } of journal.payments.values()) {
    const { nonce, payer, state } = receipt;
    const row = ledger.get(nonce.toLowerCase());
    ledger.delete(nonce.toLowerCase());
    const isSpent = await people.isSpent(payer as Hex, nonce as Hex);
    const facts = `payment ${nonce}: its payer knows "${state}", the ledger "${row?.state ?? 'nothing'}", the chain ${isSpent ? 'has it' : 'knows nothing'}`;
    const isSettled = row?.state === 'settled';
    const isHere = headline !== null && headlines.has(headline);
    if (isSettled !== isSpent) faults.push(facts);
    if (state === 'paid' && receipt.transaction !== row?.transaction) faults.push(`${facts}, otherwise`);
    if (state === 'not-charged' && isSpent) faults.push(`${facts}, though it was not to be charged`);
    if (!row && isHere) faults.push(`${facts}, and ${headline} was announced for nothing`);
    if (row && !(row.state in ran)) faults.push(`${facts} for ever`);
    // A call that was answered with an error in band ran without an effect, and is charged.
    const mustBeHere = headline !== null && row && ran[row.state] === 'yes' && !answered.startsWith('error');
    if (mustBeHere && !isHere) faults.push(`${facts}, and ${headline} was never announced`);
  }
  for (const { nonce } of ledger.values()) faults.push(`nobody knows of the payment ${nonce}`);
  return faults;
}

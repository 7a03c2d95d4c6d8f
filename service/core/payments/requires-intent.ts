import { type SQL, sql } from 'drizzle-orm';
import type { RequestContext } from '#core/context/context.ts';
import { labs } from '#platform/db/tables/labs.ts';
import { intentWallets } from '#platform/db/tables/paid-calls.ts';

interface CallOfPayer {
  mutation: string;
  /** The payer, lowercase. */
  wallet: string;
  /** The lab that the arguments name, if any. */
  oclId: string | null;
}

/** Whether a payment for this call must name it: as the operator, the payer, or an owner of the lab demands; of a journey always. */
export async function requiresIntent(
  { config, db }: Pick<RequestContext, 'config' | 'db'>,
  call: CallOfPayer,
): Promise<boolean> {
  const { rows } = await db.execute<{ isRequired: boolean }>(
    sql`select ${demandsIntent(config, call)} as "isRequired"`,
  );
  return rows[0]?.isRequired ?? true;
}

/** The same as a condition of a statement. */
export function demandsIntent(
  { gateway }: Pick<RequestContext['config'], 'gateway'>,
  { mutation, wallet, oclId }: CallOfPayer,
): SQL {
  const isAlways = mutation === 'journey' || gateway.requireIntent.some((name) => name === mutation);
  return sql`(${isAlways}::boolean
    or exists (select from ${intentWallets} where wallet = ${wallet} and is_required)
    or exists (select from ${labs} where ocl_id = ${oclId} and requires_intent))`;
}

/** Whether every payment of this wallet must name its call. */
export async function walletRequiresIntent(
  { db }: Pick<RequestContext, 'db'>,
  wallet: string,
): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from ${intentWallets} where wallet = ${wallet} and is_required`,
  );
  return rows.length > 0;
}

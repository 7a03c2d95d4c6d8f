import { sql } from 'drizzle-orm';
import type { RequestContext } from '#service/context.ts';
import type { PaidMutation } from '#service/platform/config/paid-mutations.ts';
import { labs } from '#service/platform/db/tables/labs.ts';
import { intentWallets } from '#service/platform/db/tables/paid-calls.ts';

interface CallOfPayer {
  mutation: PaidMutation;
  /** The payer, lowercase. */
  wallet: string;
  /** The lab that the arguments name, if any. */
  oclId: string | null;
}

/** Whether a payment for this call must name it: as the operator, the payer, or an owner of the lab demands. */
export async function requiresIntent(
  { config, db }: Pick<RequestContext, 'config' | 'db'>,
  { mutation, wallet, oclId }: CallOfPayer,
): Promise<boolean> {
  if (config.gateway.requireIntent.includes(mutation)) return true;
  const { rows } = await db.execute<{ isRequired: boolean }>(sql`
    select exists (select from ${intentWallets} where wallet = ${wallet} and is_required)
      or exists (select from ${labs} where ocl_id = ${oclId} and requires_intent) as "isRequired"`);
  return rows[0]?.isRequired ?? true;
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

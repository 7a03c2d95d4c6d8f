import { z } from 'zod';
import type { QueryPaidCallsArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireWallet } from '#core/rights/authorize.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { clampLimit } from '#platform/input/page.ts';
import { type OwnPaidCallRow, paidCallsOf } from './paid-call-reads.ts';

export interface PaidCallsPage {
  wallet: string;
  nodes: OwnPaidCallRow[];
  hasNextPage: boolean;
}

/** What the caller's wallet paid for, newest first. No other wallet can be asked about. */
export async function paidCalls(context: RequestContext, args: QueryPaidCallsArgs): Promise<PaidCallsPage> {
  const wallet = await requireWallet(context);
  const limit = clampLimit(args.limit, 50);
  const before = args.cursor ?? null;
  const isId = before === null || z.uuid().safeParse(before).success;
  const rows = isId
    ? await paidCallsOf(context.db, wallet.toLowerCase(), { before, limit: limit + 1 })
    : null;
  if (!rows)
    throw new ServiceError('INVALID_INPUT', 'cursor must be the id of a paid call of this wallet.', {
      reason: 'INVALID_CURSOR',
      details: { argument: 'cursor' },
    });
  return { wallet: wallet.toLowerCase(), nodes: rows.slice(0, limit), hasNextPage: rows.length > limit };
}

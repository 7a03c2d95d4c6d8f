import { settleOpenCall } from '@labroom/payments';
import type { FastifyBaseLogger } from 'fastify';
import type { ServiceContext } from '#core/context/context.ts';
import { openPaidCallStore } from '../open-paid-call-store.ts';
import { recoverCalls, takeDueCalls } from './recover-calls.ts';

type SettlementContext = Pick<ServiceContext, 'db' | 'config' | 'facilitator'>;

const PORTION = 20;

/**
 * Resolves payments with an unknown outcome (lost responses, ended processes) and settles those that still can be.
 * Idempotent; can run in several processes at once.
 */
export async function settleOpenCalls(context: SettlementContext, log: FastifyBaseLogger) {
  const { facilitator } = context;
  const recovered = await recoverCalls(context);
  const due = await takeDueCalls(context, PORTION);
  const store = openPaidCallStore(context);
  await Promise.all(due.map((row) => settleOpenCall({ store, facilitator }, row, log)));
  return { done: recovered + due.length, more: due.length === PORTION };
}

import { and, eq, gt, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { endOfLog, lockEventLog } from '#platform/db/event-log.ts';
import { eventLog } from '#platform/db/tables/event-log.ts';

/**
 * Adds to the event log that a reorganization removed the logged events after this block. Their rows stay, because
 * readers have seen them.
 */
export async function retractLoggedAfter(tx: Transaction, chainId: number, number: number): Promise<void> {
  const after = and(eq(eventLog.chainId, chainId), gt(eventLog.blockNumber, number));
  await lockEventLog(tx);
  await tx.execute(sql`
    insert into event_log (number, kind, ocl_id, event, removed)
    select ${endOfLog} + row_number() over (order by block_number desc, log_index desc), kind, ocl_id, event, true
    from event_log where ${after}`);
  await tx.update(eventLog).set({ chainId: null, blockNumber: null, logIndex: null }).where(after);
  await tx.execute(sql`
    update logged_chains set block_number = ${number}, log_index = ${2 ** 31 - 1}
    where chain_id = ${chainId} and block_number > ${number}`);
}

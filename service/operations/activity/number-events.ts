import type { Environment } from '@labroom/protocol/environments';
import { sql } from 'drizzle-orm';
import { confirmations } from '#chain/confirmations.ts';
import type { ServiceContext } from '#core/context/context.ts';
import type { Transaction } from '#platform/db/database.ts';
import { endOfLog, tryLockEventLog } from '#platform/db/event-log.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';

const portion = 1_000;

interface Numbering {
  db: ServiceContext['db'];
  chain: { chainId: number };
  config: { environment: Environment };
}

/**
 * Gives what happened its place in the event log: feed entries whose transaction has committed, and onchain events of
 * confirmed blocks.
 *
 * [Note: one transaction numbers at a time] A sequence hands out numbers in another order than transactions commit, so
 * a reader of `number > n` would miss a row that commits late. Here the next holder of the lock begins after the
 * previous one has committed, and no reader sees a number before every smaller one. A transaction that is still open has
 * no entry to number; it gets its number after it has committed.
 */
export function numberEvents({ db, chain, config }: Numbering): Promise<JobOutcome> {
  const depth = confirmations[config.environment];
  return db.transaction(async (tx) => {
    if (!(await tryLockEventLog(tx))) return { done: 0, more: false };
    const entries = await numberActivity(tx);
    const events = await numberChainEvents(tx, chain.chainId, depth);
    return { done: entries + events.done, more: entries === portion || events.more };
  });
}

async function numberActivity(tx: Transaction): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with taken as (
      delete from unlogged_activity where position in (select position from unlogged_activity order by position limit ${portion})
      returning ocl_id, seq, position
    )
    insert into event_log (number, kind, ocl_id, seq)
    select ${endOfLog} + row_number() over (order by position), kind, ocl_id, seq from taken join activity using (ocl_id, seq)`);
  return rowCount ?? 0;
}

async function numberChainEvents(
  tx: Transaction,
  chainId: number,
  depth: number,
): Promise<{ done: number; more: boolean }> {
  const last = (column: 'block_number' | 'log_index') =>
    sql`coalesce((select ${sql.identifier(column)} from logged_chains where chain_id = ${chainId}), -1)`;
  const { rows } = await tx.execute<{ done: number; read: number }>(sql`
    with considered as (
      select * from onchain_events
      where chain_id = ${chainId} and (block_number, log_index) > (${last('block_number')}, ${last('log_index')})
        and block_number <= (select block_number from chain_cursors where chain_id = ${chainId}) - ${depth}::int
      order by block_number, log_index limit ${portion}
    ), logged as (
      insert into event_log (number, kind, ocl_id, event, chain_id, block_number, log_index)
      select ${endOfLog} + row_number() over (order by block_number, log_index), 'ONCHAIN', ocl_id, json_build_object(
          'id', block_number || ':' || log_index, 'chainId', chain_id, 'contractAddress', contract_address,
          'contractName', contract_name, 'eventName', event_name, 'blockNumber', block_number, 'blockHash', block_hash,
          'blockTimestamp', to_char(block_timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'txHash', tx_hash, 'logIndex', log_index, 'args', args), chain_id, block_number, log_index
      from considered where ocl_id is not null
      on conflict (chain_id, block_number, log_index) where block_number is not null do nothing
      returning 1
    ), kept as (
      insert into logged_chains (chain_id, block_number, log_index)
      select chain_id, block_number, log_index from considered order by block_number desc, log_index desc limit 1
      on conflict (chain_id) do update set block_number = excluded.block_number, log_index = excluded.log_index
    )
    select (select count(*)::int from logged) as done, (select count(*)::int from considered) as read`);
  const { done = 0, read = 0 } = rows[0] ?? {};
  return { done, more: read === portion };
}

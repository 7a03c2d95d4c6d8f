import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { activityKinds } from './activity.ts';
import { moment } from './columns.ts';

/** An onchain event as it was when it entered the log. Later changes of the index leave it as it is. */
export interface LoggedChainEvent {
  id: string;
  chainId: number;
  contractAddress: string;
  contractName: 'ocl' | 'accessresolver' | 'accesslist' | 'ipt' | 'ipnft';
  eventName: string;
  blockNumber: number;
  blockHash: string;
  blockTimestamp: string;
  txHash: string;
  logIndex: number;
  args: Record<string, unknown>;
}

/**
 * Everything that happened in all labs, in one order. Rows are only added, by one process at a time, so a reader that
 * has seen a number has seen every smaller one.
 */
export const eventLog = pgTable(
  'event_log',
  {
    /** Ascending from 1, in the order in which the rows became visible. */
    number: bigint('number', { mode: 'number' }).primaryKey(),
    kind: text('kind', { enum: [...activityKinds, 'ONCHAIN'] }).notNull(),
    /** The lab, which need not be registered for an onchain event. */
    oclId: text('ocl_id').notNull(),
    /** Of an entry of the lab's feed: its number there. */
    seq: bigint('seq', { mode: 'number' }),
    event: json('event').$type<LoggedChainEvent>(),
    /** Position of an onchain event, while its block is part of the chain. */
    chainId: integer('chain_id'),
    blockNumber: bigint('block_number', { mode: 'number' }),
    logIndex: integer('log_index'),
    /** Whether this row says that a reorganization removed an onchain event that was logged before. */
    removed: boolean('removed').notNull().default(false),
    loggedAt: moment('logged_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('event_log_lab').on(table.oclId, table.number),
    index('event_log_announcements').on(table.number).where(sql`${table.kind} = 'ANNOUNCEMENT'`),
    uniqueIndex('event_log_activity').on(table.oclId, table.seq).where(sql`${table.seq} is not null`),
    uniqueIndex('event_log_chain')
      .on(table.chainId, table.blockNumber, table.logIndex)
      .where(sql`${table.blockNumber} is not null`),
  ],
);

/** Feed entries that are not in the log yet. A trigger of `activity` adds them in the transaction of the change. */
export const unloggedActivity = pgTable(
  'unlogged_activity',
  {
    oclId: text('ocl_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    /** Ascending in each lab, whose row the transaction has locked. */
    position: bigint('position', { mode: 'number' }).notNull().unique().generatedAlwaysAsIdentity(),
  },
  (table) => [primaryKey({ columns: [table.oclId, table.seq] })],
);

/** The newest onchain event of each chain that was considered for the log. */
export const loggedChains = pgTable('logged_chains', {
  chainId: integer('chain_id').primaryKey(),
  blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
  logIndex: integer('log_index').notNull(),
});

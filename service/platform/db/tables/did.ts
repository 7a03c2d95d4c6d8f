import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Address, Hex } from 'viem';
import { moment } from './columns.ts';
import { labs } from './labs.ts';

/** A signed operation as it rests in the database: quantities as hex. */
export interface StoredUserOperation {
  nonce: Hex;
  callGasLimit: Hex;
  verificationGasLimit: Hex;
  preVerificationGas: Hex;
  maxFeePerGas: Hex;
  maxPriorityFeePerGas: Hex;
  sender: Address;
  callData: Hex;
  signature: Hex;
  /** Newest block when it was made: its event cannot stand before. */
  fromBlock: number;
  /** Unix seconds; later it has no effect any more. */
  deadline: number;
  /** Whether its last sending failed, so that sending it again is another attempt. */
  sendingFailed: boolean;
}

/** How far the linking of a lab's DIDs is: one row per lab, made with it, and at the same time the queue of this work. */
export const didLinks = pgTable(
  'did_links',
  {
    oclId: text('ocl_id')
      .primaryKey()
      .references(() => labs.oclId),
    status: text('status', { enum: ['PENDING', 'SUBMITTED', 'LINKED', 'FAILED'] })
      .notNull()
      .default('PENDING'),
    attempts: integer('attempts').notNull().default(0),
    /** When to look again, unless the lab is linked or given up. */
    nextStepAt: moment('next_step_at').notNull().defaultNow(),
    /** What was signed and perhaps sent, while it may still take effect. It is here before it is sent. */
    userOperation: jsonb('user_operation').$type<StoredUserOperation>(),
    /** Of the last user operation, also when it came to nothing. */
    userOpHash: text('user_op_hash').$type<`0x${string}`>(),
    txHash: text('tx_hash'),
    /**
     * The transaction that ended the link on the chain, as seen last. With another state than `FAILED` it is one that an
     * operator has overridden by starting again.
     */
    endedBy: text('ended_by'),
    /** Why the last attempt came to nothing; for operators. */
    lastFailure: text('last_failure'),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('did_links_next_step').on(table.status, table.nextStepAt)],
);

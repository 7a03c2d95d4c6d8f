import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Address, Hex } from 'viem';
import { moment } from './columns.ts';
import { labs } from './labs.ts';

/** A signed user operation as stored, with quantities as hex. */
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
  /** Newest block when it was signed. Its event cannot be in an earlier one. */
  fromBlock: number;
  /** Unix seconds. It has no effect afterwards. */
  deadline: number;
  /** Whether its last sending failed. Sending it again then counts as another attempt. */
  sendingFailed: boolean;
}

/** Progress of the linking of a lab's DIDs. One row per lab, created with it; the table is also the queue of this job. */
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
    /** When to process it next, unless the lab is linked or given up. */
    nextStepAt: moment('next_step_at').notNull().defaultNow(),
    /** What was signed and possibly sent, while it may still take effect. Stored before it is sent. */
    userOperation: jsonb('user_operation').$type<StoredUserOperation>(),
    /** Of the last user operation, even if it failed. */
    userOpHash: text('user_op_hash').$type<`0x${string}`>(),
    txHash: text('tx_hash'),
    /**
     * The transaction that ended the link on the chain, as last seen. With a state other than `FAILED`, an operator has
     * overridden this end by restarting.
     */
    endedBy: text('ended_by'),
    /** Why the last attempt failed; for operators. */
    lastFailure: text('last_failure'),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('did_links_next_step').on(table.status, table.nextStepAt)],
);

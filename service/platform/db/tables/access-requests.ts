import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  json,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** Requests of wallets for a role. The signed texts are kept as they were signed. */
export const accessRequests = pgTable(
  'access_requests',
  {
    /** The digest that the wallet signed, so a message is stored once at most. */
    id: text('id').primaryKey(),
    oclId: text('ocl_id').notNull(),
    wallet: text('wallet').notNull(),
    role: text('role', { enum: ['VIEWER', 'CONTRIBUTOR'] }).notNull(),
    /** DID of the file that the wallet wants to open. */
    ref: text('ref'),
    /** `null`: no end. */
    until: moment('until'),
    promise: text('promise').notNull(),
    answers: json('answers').$type<{ question: string; answer: string }[]>().notNull(),
    /** Id of the invitation that the request accepts. */
    invitation: uuid('invitation'),
    chainId: integer('chain_id').notNull(),
    site: text('site').notNull(),
    signature: text('signature').notNull(),
    issuedAt: moment('issued_at').notNull(),
    createdAt: moment('created_at').notNull().default(sql`clock_timestamp()`),
    expiresAt: moment('expires_at').notNull(),
    /** The newest indexed block when the wallet asked. Only later grants answer the request. */
    afterBlock: bigint('after_block', { mode: 'number' }).notNull(),
    /** Expiry of the role that the wallet had then, if that was as strong as the one asked for. */
    heldExpiry: numeric('held_expiry', { precision: 20, scale: 0 }),

    state: text('state', { enum: ['OPEN', 'GRANTED', 'DECLINED', 'WITHDRAWN', 'EXPIRED'] })
      .notNull()
      .default('OPEN'),
    /** Who granted or declined. */
    decidedBy: text('decided_by'),
    decidedAt: moment('decided_at'),
    /** Of a decline: as it was signed. */
    reason: text('reason'),
    declineSignature: text('decline_signature'),
    declineIssuedAt: moment('decline_issued_at'),
    /** Of a grant: the event `RoleGranted`, or `Listed` without a role. */
    grantedRole: text('granted_role', { enum: ['VIEWER', 'CONTRIBUTOR'] }),
    grantedExpiry: numeric('granted_expiry', { precision: 20, scale: 0 }),
    txHash: text('tx_hash'),
    blockNumber: bigint('block_number', { mode: 'number' }),
    logIndex: integer('log_index'),
  },
  (table) => [
    uniqueIndex('access_requests_open').on(table.oclId, table.wallet).where(sql`${table.state} = 'OPEN'`),
    index('access_requests_lab').on(table.oclId, table.createdAt),
    index('access_requests_wallet').on(table.wallet, table.createdAt),
    index('access_requests_granted').on(table.blockNumber).where(sql`${table.state} = 'GRANTED'`),
  ],
);

/** What a lab asks of those who ask for access. No row: the default question and promise. */
export const accessQuestions = pgTable('access_questions', {
  oclId: text('ocl_id').primaryKey(),
  questions: json('questions').$type<string[]>().notNull(),
  /** `null`: the default promise. */
  promise: text('promise'),
});

/** Wallets whose requests a lab does not take. */
export const blockedAskers = pgTable(
  'blocked_askers',
  {
    oclId: text('ocl_id').notNull(),
    wallet: text('wallet').notNull(),
    blockedBy: text('blocked_by').notNull(),
    blockedAt: moment('blocked_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [primaryKey({ columns: [table.oclId, table.wallet] })],
);

/** Links that invite to a role of a lab. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    oclId: text('ocl_id').notNull(),
    role: text('role', { enum: ['VIEWER', 'CONTRIBUTOR'] }).notNull(),
    /** End of the role; `null` for none. */
    until: moment('until'),
    uses: integer('uses').notNull(),
    used: integer('used').notNull().default(0),
    /** Address of the private key in the link. The key is known to those who have the link alone. */
    secretAddress: text('secret_address').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: moment('created_at').notNull().default(sql`clock_timestamp()`),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    revokedBy: text('revoked_by'),
  },
  (table) => [index('invitations_lab').on(table.oclId, table.createdAt)],
);

import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PaidMutation } from '../../config/paid-mutations.ts';
import type { ErrorCode } from '../../errors/errors.ts';
import { bytea, moment } from './columns.ts';
import { paymentChannels } from './payment-channels.ts';

/**
 * One row for every mutation that was run for a payment: the claim, the outbox of the settlement and the entry in the
 * operator's ledger. Rows are never deleted.
 */
export const paidCalls = pgTable(
  'paid_calls',
  {
    /** Also the id of the service token for this call. */
    id: uuid('id').primaryKey(),
    requestId: text('request_id').notNull(),
    mutation: text('mutation').$type<PaidMutation | 'journey'>().notNull(),
    /** The lab that the arguments name, registered or not; null if none, and for calls from before this column existed. */
    oclId: text('ocl_id'),
    /** Hash of document and variables. A released payment may be used for the same request only. */
    requestHash: text('request_hash').notNull(),
    network: text('network').notNull(),
    /** Lowercase, like `payer` and `nonce`. */
    asset: text('asset').notNull(),
    /** How the payer authorizes the payment. Each method has its own nonces; of a `channel` it is the id of the call. */
    method: text('method', { enum: ['eip3009', 'permit2', 'channel', 'other'] }).notNull(),
    payer: text('payer').notNull(),
    nonce: text('nonce').notNull(),
    /** The channel that pays, and what is charged to it with this call; null where another authorization pays. */
    channelId: text('channel_id').references(() => paymentChannels.id),
    cumulative: numeric('cumulative', { precision: 39, scale: 0 }),
    /** Keyed hash of the client's id of the payment (`identifierHashes`). */
    identifierHash: text('identifier_hash'),
    /** Whether the payer proved to want this very call (docs/specification/gateway.md#intent). */
    provesIntent: boolean('proves_intent').notNull().default(false),
    /** 1 for the first use of the authorization. */
    attempt: integer('attempt').notNull(),
    /** The requirements that the payment was made for. */
    quote: jsonb('quote').$type<PaymentRequirements>().notNull(),
    /** The signed payment, kept until the outcome is final. */
    payment: jsonb('payment').$type<PaymentPayload>(),
    /** When the authorization expires. */
    validBefore: moment('valid_before').notNull(),
    /**
     * `serving`: the mutation runs. `served`: it ran, the payment is being settled. `unknown`: the outcome of the
     * settlement is being determined. `settled`: paid. `failed`: it ran, and was not paid. `released`: it failed, and
     * was not paid. `burned`: it is unknown whether it ran; never paid. A call that a channel pays is charged when it is
     * `served`, and `settled` once the receiver claimed it.
     */
    state: text('state', {
      enum: ['serving', 'served', 'unknown', 'settled', 'failed', 'released', 'burned'],
    }).notNull(),
    /** The process that serves it: the number in the name of its lease. */
    runner: bigint('runner', { mode: 'number' }).notNull(),
    /** HTTP status of the mutation. */
    upstreamStatus: integer('upstream_status'),
    /** Code of the error that the mutation reported in-band. */
    errorCode: text('error_code').$type<ErrorCode>(),
    /** Lowercase hash. */
    transaction: text('transaction'),
    /**
     * Log index of the transfer within the block. Negative if not known: settled before this column existed, or by a
     * facilitator whose answer could not be verified on the chain.
     */
    transferLogIndex: integer('transfer_log_index'),
    /** Short code: why it did not end as `settled`. */
    reason: text('reason'),
    /** Number of checks of an `unknown` one so far, and the time of the next. */
    looks: integer('looks').notNull().default(0),
    nextLookAt: moment('next_look_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    servedAt: moment('served_at'),
    endedAt: moment('ended_at'),
  },
  (table) => [
    unique('paid_calls_attempt').on(
      table.network,
      table.asset,
      table.method,
      table.payer,
      table.nonce,
      table.attempt,
    ),
    uniqueIndex('paid_calls_one_per_payment')
      .on(table.network, table.asset, table.method, table.payer, table.nonce)
      .where(sql`${table.state} not in ('released', 'failed')`),
    uniqueIndex('paid_calls_one_running_per_channel')
      .on(table.channelId)
      .where(sql`${table.state} = 'serving'`),
    uniqueIndex('paid_calls_one_per_voucher')
      .on(table.channelId, table.cumulative)
      .where(sql`${table.state} in ('serving', 'served', 'settled')`),
    index('paid_calls_payer').on(table.payer, table.endedAt),
    index('paid_calls_identifier').on(table.identifierHash).where(sql`${table.identifierHash} is not null`),
    index('paid_calls_of_payer').on(table.payer, table.createdAt, table.id),
    index('paid_calls_next_look').on(table.nextLookAt).where(sql`${table.endedAt} is null`),
    uniqueIndex('paid_calls_one_per_transfer')
      .on(table.network, table.transaction, table.transferLogIndex)
      .where(sql`${table.state} = 'settled'`),
    index('paid_calls_unpaid')
      .on(table.payer, table.endedAt)
      .where(sql`${table.state} in ('failed', 'unknown')`),
    index('paid_calls_created').on(table.createdAt),
  ],
);

/**
 * Answers to calls whose payers can ask again, for ten minutes. The key of each is derived from the salt or id of the payment,
 * which is not stored.
 */
export const paidAnswers = pgTable(
  'paid_answers',
  {
    id: uuid('id')
      .primaryKey()
      .references(() => paidCalls.id),
    /** See `service/gateway/paid-answer-seal.ts`. */
    ciphertext: bytea('ciphertext').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('paid_answers_expires').on(table.expiresAt)],
);

/** Wallets that said whether their payments must name their calls: by a signature, or by sending one that did. */
export const intentWallets = pgTable('intent_wallets', {
  /** Lowercase. */
  wallet: text('wallet').primaryKey(),
  isRequired: boolean('is_required').notNull().default(true),
  /** When the wallet signed it; null if it signed nothing. Older signatures are refused. */
  issuedAt: moment('issued_at'),
  since: moment('since').notNull().defaultNow(),
});

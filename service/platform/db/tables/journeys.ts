import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment } from './columns.ts';
import { paidCalls } from './paid-calls.ts';

/** Calls that were paid for together (docs/specification/gateway.md#journeys). Usable once the payment is settled. */
export const journeys = pgTable('journeys', {
  /** The payment. */
  id: uuid('id')
    .primaryKey()
    .references(() => paidCalls.id),
  /** Lowercase. */
  payer: text('payer').notNull(),
  /** SHA-256 of the secret that opens the calls. */
  secretHash: bytea('secret_hash').notNull().unique(),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
});

/** A row per call of a journey. Rows are never deleted. */
export const journeyCalls = pgTable(
  'journey_calls',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    journeyId: uuid('journey_id')
      .notNull()
      .references(() => journeys.id),
    /** From 1. A call in the place of a burned one has the next number. */
    number: integer('number').notNull(),
    mutation: text('mutation').notNull(),
    /** The arguments that the call must have, coerced by the schema. */
    stated: jsonb('stated').$type<Record<string, unknown>>().notNull(),
    /** 1, or one more than that of the burned call whose place it takes. */
    attempt: integer('attempt').notNull().default(1),
    /**
     * `open`: can be used. `serving`: the mutation runs. `used`: it ran. `burned`: it is unknown whether it ran; another call has
     * its place.
     */
    state: text('state', { enum: ['open', 'serving', 'used', 'burned'] })
      .notNull()
      .default('open'),
    /** Of the last use: the process that serves it, and the id of its service token. */
    runner: bigint('runner', { mode: 'number' }),
    tokenId: uuid('token_id'),
    requestId: text('request_id'),
    /** Hash of document and variables. */
    requestHash: text('request_hash'),
    upstreamStatus: integer('upstream_status'),
    takenAt: moment('taken_at'),
    endedAt: moment('ended_at'),
    /** Encrypted under a key that is derived from the secret. For ten minutes. */
    answer: bytea('answer'),
    answerExpiresAt: moment('answer_expires_at'),
  },
  (table) => [
    unique('journey_calls_number').on(table.journeyId, table.number),
    index('journey_calls_serving').on(table.takenAt).where(sql`${table.state} = 'serving'`),
    index('journey_calls_answer').on(table.answerExpiresAt).where(sql`${table.answer} is not null`),
  ],
);

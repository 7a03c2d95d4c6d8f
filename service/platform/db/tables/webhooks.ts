import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment } from './columns.ts';
import { consumers } from './consumers.ts';

/** Endpoints that events are sent to: of a lab, or of a consumer. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid('id').primaryKey(),
    consumerId: text('consumer_id').references(() => consumers.id),
    /** Of a lab. Without it, the endpoint is the consumer's. */
    oclId: text('ocl_id'),
    /** The wallet that added it for the lab, lowercase. It is told when the endpoint is disabled. */
    wallet: text('wallet'),
    url: text('url').notNull(),
    filter: text('filter', { enum: ['ANNOUNCEMENT', 'FILE'] }),
    /** The last event of the log that was considered for delivery. */
    queued: bigint('queued', { mode: 'number' }).notNull(),
    /** Since when nothing succeeded; null after a success. */
    failingSince: moment('failing_since'),
    disabledAt: moment('disabled_at'),
    createdAt: moment('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('webhooks_lab').on(table.oclId),
    index('webhooks_consumer').on(table.consumerId),
    index('webhooks_queued').on(table.queued).where(sql`${table.disabledAt} is null`),
  ],
);

/** Secrets that sign: the present one, and the one before until its time is over. */
export const webhookSecrets = pgTable(
  'webhook_secrets',
  {
    id: uuid('id').primaryKey(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** Wrapped by the KMS. */
    wrapped: bytea('wrapped').notNull(),
    validUntil: moment('valid_until'),
  },
  (table) => [index('webhook_secrets_webhook').on(table.webhookId)],
);

/** Events of an endpoint that wait for delivery, and the last that were delivered. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** Position in the event log. */
    number: bigint('number', { mode: 'number' }).notNull(),
    oclId: text('ocl_id').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Of the last attempt: an HTTP status, or why there is none. */
    status: integer('status'),
    failure: text('failure', { enum: ['ADDRESS', 'CONNECTION', 'TIMEOUT'] }),
    dueAt: moment('due_at').notNull().default(sql`clock_timestamp()`),
    attemptedAt: moment('attempted_at'),
    deliveredAt: moment('delivered_at'),
  },
  (table) => [
    primaryKey({ columns: [table.webhookId, table.number] }),
    index('webhook_deliveries_waiting')
      .on(table.webhookId, table.oclId, table.number)
      .where(sql`${table.deliveredAt} is null`),
  ],
);

import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** The sign-in text last handed out per wallet and service name; its nonce works once. */
export const signInMessages = pgTable(
  'sign_in_messages',
  {
    wallet: text('wallet').notNull(),
    serviceName: text('service_name').notNull(),
    nonce: text('nonce').notNull(),
    message: text('message').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [primaryKey({ columns: [table.wallet, table.serviceName] })],
);

export const serviceTokens = pgTable(
  'service_tokens',
  {
    id: uuid('id').primaryKey(),
    wallet: text('wallet').notNull(),
    serviceName: text('service_name').notNull(),
    authMethod: text('auth_method', { enum: ['signature', 'user-token', 'x402'] }).notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
  },
  (table) => [index('service_tokens_wallet').on(table.wallet)],
);

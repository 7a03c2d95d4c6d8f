import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/**
 * How the wallet was proved when a token was issued. Older rows have `signature`, from before signatures by a key and
 * by a contract were distinguished.
 */
export const authMethods = [
  'signature',
  'key-signature',
  'contract-signature',
  'user-token',
  'x402',
] as const;
export type AuthMethod = (typeof authMethods)[number];

/** The latest sign-in message per wallet and service name. Its nonce works once. */
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
    authMethod: text('auth_method', { enum: authMethods }).notNull(),
    /** With `contract-signature`: the hash and the signature that the wallet's contract is called with again, in hex. */
    signedHash: text('signed_hash').$type<`0x${string}`>(),
    signature: text('signature').$type<`0x${string}`>(),
    /** When the signer was last confirmed, by the clock of the database. */
    confirmedAt: moment('confirmed_at'),
    /** Revoked because the contract did not confirm the signer. */
    signerRejected: boolean('signer_rejected').notNull().default(false),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    /** How often a program refreshed it (OAuth). Only the newest refresh token is good. */
    refreshes: integer('refreshes').notNull().default(0),
  },
  (table) => [index('service_tokens_wallet').on(table.wallet, table.createdAt)],
);

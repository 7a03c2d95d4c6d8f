import type { ChannelConfig } from '@labroom/payments/channels';
import { jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

const amount = (name: string) => numeric(name, { precision: 39, scale: 0 });

/**
 * Payment channels that paid for calls (docs/specification/gateway.md#payment-channels). Amounts are in the asset's smallest unit.
 * Rows are never deleted: the last voucher is what a claim needs.
 */
export const paymentChannels = pgTable('payment_channels', {
  /** Hash of `config`, lowercase. */
  id: text('id').primaryKey(),
  /** Lowercase. */
  payer: text('payer').notNull(),
  config: jsonb('config').$type<ChannelConfig>().notNull(),
  /** What was claimed on the chain before this database knew the channel. */
  opening: amount('opening').notNull(),
  /** `opening` and the price of every charged call: what the last kept voucher is signed for. */
  charged: amount('charged').notNull(),
  /** Of the voucher for `charged`, by the payer; null until the first call is charged. */
  signature: text('signature').$type<`0x${string}`>(),
  /** As read from the chain at `readAt`. */
  balance: amount('balance').notNull(),
  claimed: amount('claimed').notNull(),
  /** When the payer announced to take money out; null without. */
  withdrawalAt: moment('withdrawal_at'),
  readAt: moment('read_at').notNull(),
  /** When the worker claims next; null if nothing is owed. */
  claimAt: moment('claim_at'),
});

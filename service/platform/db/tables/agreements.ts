import { pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** Every generated membership agreement. The documents themselves are public objects in the storage. */
export const agreements = pgTable('agreements', {
  /** `<oclId>/agreements/<id>.json`, as used by the API, the terms and the token's metadata. */
  key: text('key').primaryKey(),
  oclId: text('ocl_id').notNull(),
  symbol: text('symbol').notNull(),
  title: text('title'),
  /** SHA-256 of the stored bytes, `0x` and lowercase hex. */
  contentHash: text('content_hash').$type<`0x${string}`>().notNull(),
  generatedAt: moment('generated_at').notNull().defaultNow(),
});

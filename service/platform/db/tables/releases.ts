import { bigint, boolean, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { labs } from './labs.ts';

/** Named snapshots of data rooms. Rows are never deleted, and never changed but for `isHidden`. */
export const releases = pgTable(
  'releases',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    oclId: text('ocl_id')
      .notNull()
      .references(() => labs.oclId),
    did: text('did').notNull().unique(),
    /** Consecutive per lab, from 1. */
    number: integer('number').notNull(),
    name: text('name').notNull(),
    description: text('description'),
    fileCount: integer('file_count').notNull(),
    /** Stored bytes of the versions that it names. */
    contentLength: bigint('content_length', { mode: 'number' }).notNull(),
    /** Canonical JSON (packages/protocol/release-manifest.ts). Counts towards the storage of the lab. */
    manifest: text('manifest').notNull(),
    manifestLength: integer('manifest_length').notNull(),
    /** SHA-256 of the manifest in UTF-8, lowercase hex. */
    manifestSha256: text('manifest_sha256').notNull(),
    createdAt: moment('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    /** Whether the operator took it out of lists and feeds (`hides`). */
    isHidden: boolean('hidden').notNull().default(false),
  },
  (table) => [
    unique('releases_number').on(table.oclId, table.number),
    unique('releases_name').on(table.oclId, table.name),
  ],
);

import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { labs } from './labs.ts';

/** What the operator can hide, and everybody can report. */
export const subjectKinds = [
  'LAB',
  'FILE',
  'ANNOUNCEMENT',
  'RELEASE',
  'THREAD',
  'COMMENT',
  'PROFILE',
] as const;

export type SubjectKind = (typeof subjectKinds)[number];

const subject = () => ({
  kind: text('kind', { enum: subjectKinds }).notNull(),
  /** Null for a profile. */
  oclId: text('ocl_id').references(() => labs.oclId),
  /** oclId of a lab, DID of a file or release, id of an announcement, thread or comment, wallet of a profile. */
  subject: text('subject').notNull(),
});

/** What the operator took out of lists, search and feeds, and when it was shown again. */
export const hides = pgTable(
  'hides',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    ...subject(),
    /** The operator's words; members of the lab read them. */
    reason: text('reason').notNull(),
    hiddenAt: moment('hidden_at').notNull().defaultNow(),
    /** Null while it is hidden. */
    shownAt: moment('shown_at'),
  },
  (table) => [
    uniqueIndex('hides_now').on(table.kind, table.subject).where(sql`${table.shownAt} is null`),
    index('hides_lab').on(table.oclId).where(sql`${table.shownAt} is null`),
  ],
);

export const reportReasons = ['SPAM', 'PERSONAL_DATA', 'MALWARE', 'IMPERSONATION', 'OTHER'] as const;

/** What people told the operator. Nobody else reads it. The same from the same wallet, or again from nobody known, is one row. */
export const reports = pgTable(
  'reports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    ...subject(),
    reason: text('reason', { enum: reportReasons }).notNull(),
    text: text('text'),
    /** The wallet that the caller proved; null for a visitor. */
    wallet: text('wallet'),
    /** The program that sent it. */
    consumerId: text('consumer_id').notNull(),
    /** How often it was sent. */
    count: integer('count').notNull().default(1),
    firstAt: moment('first_at').notNull().defaultNow(),
    lastAt: moment('last_at').notNull().defaultNow(),
    /** Null while it waits for the operator. */
    closedAt: moment('closed_at'),
  },
  (table) => [
    // Also lists the open ones, and finds those of a subject.
    uniqueIndex('reports_open')
      .on(
        table.kind,
        table.subject,
        table.reason,
        sql`coalesce(${table.wallet}, '')`,
        sql`md5(coalesce(${table.text}, ''))`,
      )
      .where(sql`${table.closedAt} is null`),
  ],
);

/** Reports of the last day, to limit them. */
export const reportSources = pgTable(
  'report_sources',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The wallet, visitor or consumer that sent it. */
    source: text('source').notNull(),
    at: moment('at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('report_sources_source').on(table.source, table.at),
    index('report_sources_at').on(table.at),
  ],
);

import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { labs } from './labs.ts';

/** What owners say about the readiness of their lab. Curators' readiness comes from the content source. */
export const labReadiness = pgTable('lab_readiness', {
  oclId: text('ocl_id')
    .primaryKey()
    .references(() => labs.oclId),
  /** Technology Readiness Level, 1 to 9; `null` if only scores are given. */
  level: integer('level'),
  rationale: text('rationale'),
  scores: jsonb('scores').$type<{ criterion: string; score: number }[]>().notNull(),
  changeBy: text('change_by').notNull(),
  changedAt: moment('changed_at').notNull(),
});

/** The to-dos that a lab wrote itself. */
export const labTodos = pgTable(
  'lab_todos',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    oclId: text('ocl_id')
      .notNull()
      .references(() => labs.oclId),
    text: text('text').notNull(),
    /** From 0, without gaps. */
    position: integer('position').notNull(),
    /** Wallet, lowercase. */
    assignee: text('assignee'),
    /** A day: `2026-01-31`. */
    dueOn: text('due_on'),
    completedAt: moment('completed_at'),
    completedBy: text('completed_by'),
    createdBy: text('created_by').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('lab_todos_lab').on(table.oclId, table.position)],
);

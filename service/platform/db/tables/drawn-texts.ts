import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, moment } from './columns.ts';

/**
 * What the parser made of Markdown texts, those too that it could not finish. Without a row a text is parsed again: rows
 * that no page has read for a while are deleted.
 */
export const drawnTexts = pgTable(
  'drawn_texts',
  {
    /** SHA-256 of the version and name of the rules, the nodes of the tree, and the text. */
    key: bytea('key').primaryKey(),
    /** JSON of the tree. `null`: the text is shown as it was written. */
    tree: text('tree'),
    isShortened: boolean('is_shortened').notNull(),
    /** Processor time that the parser had. With more, a text without a tree may get one. */
    budgetMs: integer('budget_ms').notNull(),
    /** To the day. */
    readAt: moment('read_at').notNull().defaultNow(),
  },
  (table) => [index('drawn_texts_read').on(table.readAt)],
);

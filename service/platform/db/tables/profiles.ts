import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/**
 * The last signed profile of each wallet. A deleted one keeps no text, only the time of the message that deleted it, so
 * that no earlier message is accepted again.
 */
export const profiles = pgTable(
  'profiles',
  {
    wallet: text('wallet').primaryKey(),
    /** `null`: deleted. */
    name: text('name'),
    /** `nameKey` of the name. A release that changes the table of look-alikes computes it anew. */
    nameKey: text('name_key'),
    orcid: text('orcid'),
    affiliation: text('affiliation'),
    website: text('website'),
    signature: text('signature'),
    /** As in the signed message. */
    issuedAt: moment('issued_at').notNull(),
  },
  (table) => [index('profiles_name_key').on(table.nameKey)],
);

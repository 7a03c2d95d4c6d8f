import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { moment, seal } from './columns.ts';

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
    /** Key of the picture in the storage. */
    picture: text('picture'),
    /** As in the signed message. */
    pictureSha256: text('picture_sha256'),
    signature: text('signature'),
    /** As in the signed message. */
    issuedAt: moment('issued_at').notNull(),
    seal: seal(),
  },
  (table) => [index('profiles_name_key').on(table.nameKey)],
);

/**
 * Names of wallets as the worker last read them from the chain, and wallets whose names it should read. Reads of the API
 * only note a wallet.
 */
export const resolvedNames = pgTable(
  'resolved_names',
  {
    wallet: text('wallet').primaryKey(),
    /** `null`: none, or not read yet. */
    name: text('name'),
    /** `nameKey` of the name. */
    nameKey: text('name_key'),
    checkedAt: moment('checked_at'),
    /** Since when the worker should read the name; `null` while it should not. */
    wantedAt: moment('wanted_at'),
    /** When it was last noted. */
    askedAt: moment('asked_at').notNull(),
  },
  (table) => [
    index('resolved_names_key').on(table.nameKey),
    index('resolved_names_wanted').on(table.wantedAt).where(sql`${table.wantedAt} is not null`),
  ],
);

import { type SQL, sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment, seal } from './columns.ts';

export const labs = pgTable(
  'labs',
  {
    oclId: text('ocl_id').primaryKey(),
    tokenId: text('token_id').notNull(),
    account: text('account').notNull(),
    shortname: text('shortname').notNull().unique(),
    name: text('name'),
    description: text('description'),
    /** A URL, or `/images/…` for an image that this service serves under any of its addresses. */
    image: text('image'),
    externalUrl: text('external_url'),
    dataRoomId: uuid('data_room_id').notNull().defaultRandom(),
    accountDid: text('account_did').notNull(),
    dataRoomDid: text('data_room_did').notNull(),
    /** The wallet that registered the lab: the first entry of its whitelist. */
    registeredBy: text('registered_by').notNull(),
    registeredAt: moment('registered_at').notNull().defaultNow(),
    latestContributionAt: moment('latest_contribution_at'),
    /** Bytes of all versions of all files and of the manifests of releases. Pending uploads count in addition. */
    storedBytes: bigint('stored_bytes', { mode: 'number' }).notNull().default(0),
    /** Bytes of descriptions, tags, categories and texts in its feed. Deleting a file subtracts those of its entries. */
    textBytes: bigint('text_bytes', { mode: 'number' }).notNull().default(0),
    /** Whether payments for calls that name this lab must name their calls. */
    requiresIntent: boolean('requires_intent').notNull().default(false),
    storageLimit: bigint('storage_limit', { mode: 'number' }).notNull(),
    /** Number of feed entries. With their consecutive numbers it makes every page of the feed cheap to read. */
    feedLength: bigint('feed_length', { mode: 'number' }).notNull().default(0),
    /** Number of groups of its feed, maintained by a trigger of `activity_groups`. */
    feedGroups: bigint('feed_groups', { mode: 'number' }).notNull().default(0),
    /** Number of files in its data room, maintained by triggers of `files` (in the baseline migration). */
    fileCount: bigint('file_count', { mode: 'number' }).notNull().default(0),
    /** Whether the operator took it out of lists, search and feeds (`hides`). */
    isHidden: boolean('hidden').notNull().default(false),
    /** How often it, or anything in it, was hidden or shown again. At 0, its lists need not look for what is hidden. */
    hides: integer('hides').notNull().default(0),
    seal: seal(),
    /**
     * Name or shortname without case and accents. Lists sort by it, by code point (collation in the baseline
     * migration).
     */
    sortName: text('sort_name')
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`lower(regexp_replace(normalize(coalesce(name, shortname), NFKD), '[\\u0300-\\u036f]', '', 'g'))`,
      ),
  },
  (table) => [
    index('labs_latest_contribution')
      .on(table.latestContributionAt.desc().nullsLast(), table.oclId)
      .where(sql`not ${table.isHidden}`),
    index('labs_name').on(table.sortName, table.oclId).where(sql`not ${table.isHidden}`),
    index('labs_newest')
      .on(table.registeredAt.desc().nullsLast(), table.oclId)
      .where(sql`not ${table.isHidden}`),
    index('labs_hidden').on(table.oclId).where(sql`${table.isHidden}`),
    // What a search finds by an address or a DID, and the labs of a wallet.
    index('labs_account').on(table.account),
    index('labs_registered_by').on(table.registeredBy),
    index('labs_account_did').on(table.accountDid),
    index('labs_data_room_did').on(table.dataRoomDid),
    // Parts of words. Without a pending list, because a search would have to scan it.
    index('labs_words')
      .using(
        'gin',
        sql`public.lab_words(${table.name}, ${table.shortname}, ${table.description}) gin_trgm_ops`,
      )
      .with({ fastupdate: false }),
  ],
);

/** Why an uploaded image is not published; `LabImageRefusal` in the schema. */
const imageRefusals = [
  'TYPE_MISMATCH',
  'DAMAGED',
  'TOO_MANY_PIXELS',
  'TOO_COMPLEX',
  'SVG_ENTITIES',
  'SUPERSEDED',
] as const;

export type ImageRefusal = (typeof imageRefusals)[number];

/**
 * Uploads of lab images: from the issued URL and the uploaded bytes to the result. The worker processes rows with
 * `landedAt` and without `settledAt`.
 */
export const labImageUploads = pgTable(
  'lab_image_uploads',
  {
    id: uuid('id').primaryKey(),
    oclId: text('ocl_id')
      .notNull()
      .references(() => labs.oclId),
    contentType: text('content_type').notNull(),
    /** SHA-256 of the secret in the URL. */
    secretHash: bytea('secret_hash').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    /** Key of the uploaded bytes; never served. It begins with `images/` if they were published before pictures were drawn. */
    objectKey: text('object_key'),
    landedAt: moment('landed_at'),
    settledAt: moment('settled_at'),
    /** Why the image was not published; null if it was. */
    refusal: text('refusal', { enum: imageRefusals }),
  },
  (table) => [
    index('lab_image_uploads_lab').on(table.oclId, table.createdAt.desc().nullsLast()),
    index('lab_image_uploads_due')
      .on(table.landedAt)
      .where(sql`${table.landedAt} is not null and ${table.settledAt} is null`),
    // What an image of before was converted to.
    index('lab_image_uploads_before').on(table.objectKey).where(sql`${table.objectKey} like 'images/%'`),
  ],
);

/** Images that were rejected, by the hash of type and bytes: a repetition costs nothing, also after a crash. */
export const rejectedImages = pgTable('rejected_images', {
  hash: bytea('hash').primaryKey(),
  refusal: text('refusal', { enum: imageRefusals }).notNull(),
  rejectedAt: moment('rejected_at').notNull().defaultNow(),
});

/** Every shortname a lab ever had. The current one is also in `labs`. */
export const labShortnames = pgTable('lab_shortnames', {
  shortname: text('shortname').primaryKey(),
  oclId: text('ocl_id')
    .notNull()
    .references(() => labs.oclId),
});

/** Labs that the operator chose for the front page, and when each was taken out again. */
export const featuredLabs = pgTable(
  'featured_labs',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    oclId: text('ocl_id')
      .notNull()
      .references(() => labs.oclId),
    /** Order among the chosen labs, from 1; the last place for a lab that was taken out. */
    place: integer('place').notNull(),
    featuredAt: moment('featured_at').notNull().defaultNow(),
    /** Null while it is chosen. */
    endedAt: moment('ended_at'),
  },
  (table) => [uniqueIndex('featured_labs_now').on(table.oclId).where(sql`${table.endedAt} is null`)],
);

/** Ed25519 key pairs behind the DIDs of lab accounts, data rooms and files. */
export const didKeys = pgTable('did_keys', {
  did: text('did').primaryKey(),
  subject: text('subject', { enum: ['account', 'dataRoom', 'file', 'release'] }).notNull(),
  wrappedPrivateKey: bytea('wrapped_private_key').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

import {
  bigint,
  boolean,
  index,
  integer,
  json,
  numeric,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { integers, moment } from './columns.ts';

/** Where an event stands in the history of its chain. */
const position = {
  chainId: integer('chain_id').notNull(),
  blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
  logIndex: integer('log_index').notNull(),
};

/** How far a chain was read. It moves only in the transaction that writes what was read. */
export const chainCursors = pgTable('chain_cursors', {
  chainId: integer('chain_id').primaryKey(),
  /** The newest block that was read; one before the first block until there is one. */
  blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
  /** `0x` until a block was read. */
  blockHash: text('block_hash').notNull(),
  /** Which contracts and events were followed. With others the history has gaps and is read anew. */
  followed: text('followed').notNull(),
});

/** The highest block that any process has seen. Answers of a node at a lower one authorize nothing. */
export const chainHeads = pgTable('chain_heads', {
  chainId: integer('chain_id').primaryKey(),
  blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
  seenAt: moment('seen_at').notNull().defaultNow(),
});

/** Hashes of the newest blocks, by which a reorganization is noticed and its depth found. */
export const chainBlocks = pgTable(
  'chain_blocks',
  {
    chainId: integer('chain_id').notNull(),
    number: bigint('number', { mode: 'number' }).notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.number] })],
);

/** Every decoded event of the followed contracts: what `role_grants`, `lab_owners` and `lab_tokens` follow from. */
export const onchainEvents = pgTable(
  'onchain_events',
  {
    ...position,
    contractAddress: text('contract_address').notNull(),
    contractName: text('contract_name', { enum: ['ocl', 'accessresolver', 'ipt', 'ipnft'] }).notNull(),
    eventName: text('event_name').notNull(),
    /** Big integers as decimal strings, addresses lowercase. */
    args: json('args').$type<Record<string, unknown>>().notNull(),
    txHash: text('tx_hash').notNull(),
    /** Who sent the transaction, lowercase. */
    txSender: text('tx_sender').notNull(),
    blockHash: text('block_hash').notNull(),
    blockTimestamp: moment('block_timestamp').notNull(),
    /** The lab that the event is about, where it is about one. */
    oclId: text('ocl_id'),
    indexedAt: moment('indexed_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.blockNumber, table.logIndex] }),
    index('onchain_events_lab').on(table.oclId, table.blockNumber, table.logIndex),
  ],
);

/**
 * A wallet's way to its events: those that name an address in their arguments, or were sent by it. A row stands for several
 * that follow each other, as long as they were stored together; no two rows of an address overlap.
 */
export const onchainEventAddresses = pgTable(
  'onchain_event_addresses',
  {
    address: text('address').notNull(),
    chainId: position.chainId,
    firstBlock: bigint('first_block', { mode: 'number' }).notNull(),
    lastBlock: bigint('last_block', { mode: 'number' }).notNull(),
    /** Of each event the distance of its block from the first, ascending. */
    blockOffsets: integers('block_offsets').notNull(),
    /** Of each event the place in its block. */
    logIndexes: integers('log_indexes').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'onchain_event_addresses_pk',
      columns: [table.address, table.chainId, table.firstBlock],
    }),
    // Rows arrive in the order of the chain, so a few bytes find the newest, which a reorganization takes back.
    index('onchain_event_addresses_block').using('brin', table.lastBlock),
  ],
);

/** The tokens of labs, as the tokenizer announced them: each is a contract to follow from its block on. */
export const labTokens = pgTable(
  'lab_tokens',
  {
    chainId: integer('chain_id').notNull(),
    address: text('address').$type<`0x${string}`>().notNull(),
    oclId: text('ocl_id').notNull(),
    /** The token behind, where this one is its wrapper. */
    underlying: text('underlying'),
    blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.address] })],
);

/** Logs of the followed contracts that their ABI does not explain, kept whole so that a later version can read them. */
export const quarantinedLogs = pgTable(
  'quarantined_logs',
  {
    ...position,
    contractAddress: text('contract_address').notNull(),
    topics: text('topics').array().notNull(),
    data: text('data').notNull(),
    txHash: text('tx_hash').notNull(),
    blockHash: text('block_hash').notNull(),
    reason: text('reason').notNull(),
    quarantinedAt: moment('quarantined_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.blockNumber, table.logIndex] })],
);

/** Who holds each lab's NFT. */
export const labOwners = pgTable(
  'lab_owners',
  {
    oclId: text('ocl_id').primaryKey(),
    /** Decimal. */
    tokenId: text('token_id').notNull(),
    account: text('account').notNull(),
    holder: text('holder').notNull(),
    /** Time of the block of the mint. */
    mintedAt: moment('minted_at').notNull(),
    /** When the transfer to this holder was first recorded. */
    heldSince: moment('held_since').notNull(),
  },
  (table) => [index('lab_owners_holder').on(table.holder)],
);

/** Roles that stand on the access resolver, expired ones included: time passes without an event. */
export const roleGrants = pgTable(
  'role_grants',
  {
    oclId: text('ocl_id').notNull(),
    wallet: text('wallet').notNull(),
    role: text('role', { enum: ['CONTRIBUTOR', 'VIEWER'] }).notNull(),
    /** Unix seconds; 0 is permanent. */
    expiry: numeric('expiry', { precision: 20, scale: 0 }).notNull(),
    isAgent: boolean('is_agent').notNull(),
    grantedBy: text('granted_by').notNull(),
    /** When the service first recorded a grant that was not revoked since. */
    grantedAt: moment('granted_at').notNull().defaultNow(),
    blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.oclId, table.wallet] }),
    index('role_grants_wallet').on(table.wallet),
  ],
);

/** Everybody who ever held a lab's NFT, and when to ask the chain again who stands behind. */
export const labHolders = pgTable(
  'lab_holders',
  {
    address: text('address').primaryKey(),
    nextCheckAt: moment('next_check_at').notNull().defaultNow(),
  },
  (table) => [index('lab_holders_next_check').on(table.nextCheckAt)],
);

/** Who stands behind a holder that is a contract, as the chain said when it was last asked. */
export const holderOwners = pgTable(
  'holder_owners',
  {
    holder: text('holder')
      .notNull()
      .references(() => labHolders.address),
    owner: text('owner').notNull(),
    source: text('source', { enum: ['SAFE', 'ACCOUNT'] }).notNull(),
    firstSeenAt: moment('first_seen_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.holder, table.owner] }),
    index('holder_owners_owner').on(table.owner),
  ],
);

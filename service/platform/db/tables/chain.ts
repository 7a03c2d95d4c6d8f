import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  json,
  numeric,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { integers, moment } from './columns.ts';

/** A literal, because indexes take no parameters. */
const zeroAddress = sql.raw(`'0x${'0'.repeat(40)}'`);

/** Tokens in the smallest unit. Without a precision, as sums of 256-bit numbers exceed it. */
const units = (name: string) => numeric(name);

/** Position of an event in the history of its chain. */
const position = {
  chainId: integer('chain_id').notNull(),
  blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
  logIndex: integer('log_index').notNull(),
};

/** How far a chain is indexed. Changes only in the transaction that writes the events. */
export const chainCursors = pgTable('chain_cursors', {
  chainId: integer('chain_id').primaryKey(),
  /** The newest indexed block. Before the first one is indexed: the block before it. */
  blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
  /** `0x` until a block is indexed. */
  blockHash: text('block_hash').notNull(),
  /**
   * Fingerprint of the followed contracts and events. A change means that the history has gaps and must be indexed
   * again.
   */
  followed: text('followed').notNull(),
});

/** The highest block that any process has seen. Answers of a node at a lower block authorize nothing. */
export const chainHeads = pgTable('chain_heads', {
  chainId: integer('chain_id').primaryKey(),
  blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
  seenAt: moment('seen_at').notNull().defaultNow(),
});

/** Hashes of the newest blocks, to detect reorganizations and their depth. */
export const chainBlocks = pgTable(
  'chain_blocks',
  {
    chainId: integer('chain_id').notNull(),
    number: bigint('number', { mode: 'number' }).notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.number] })],
);

/**
 * Every decoded event of the followed contracts. `role_grants`, `listed_readers`, `lab_owners`, `lab_tokens`, `lab_token_balances` and
 * `lab_token_weeks` are derived from them.
 */
export const onchainEvents = pgTable(
  'onchain_events',
  {
    ...position,
    contractAddress: text('contract_address').notNull(),
    contractName: text('contract_name', {
      enum: ['ocl', 'accessresolver', 'accesslist', 'ipt', 'ipnft'],
    }).notNull(),
    eventName: text('event_name').notNull(),
    /** Big integers as decimal strings, addresses lowercase. */
    args: json('args').$type<Record<string, unknown>>().notNull(),
    txHash: text('tx_hash').notNull(),
    /** Sender of the transaction, lowercase. */
    txSender: text('tx_sender').notNull(),
    blockHash: text('block_hash').notNull(),
    blockTimestamp: moment('block_timestamp').notNull(),
    /** The lab that the event is about, if any. */
    oclId: text('ocl_id'),
    indexedAt: moment('indexed_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.blockNumber, table.logIndex] }),
    index('onchain_events_lab').on(table.oclId, table.blockNumber, table.logIndex),
    index('onchain_events_did_links')
      .on(table.oclId, table.blockNumber, table.logIndex)
      .where(sql`${table.contractName} = 'ocl' and ${table.eventName} in ('DidLinked', 'DidDeactivated')`),
    // A hash index keeps 4 bytes of each hash, a B-tree all 66.
    index('onchain_events_transaction').using('hash', table.txHash),
    index('onchain_events_token_symbol')
      .on(sql`lower(${table.args}->>'symbol')`)
      .where(sql`${table.eventName} = 'TokensCreated'`),
    index('onchain_events_token_transfers')
      .on(table.contractAddress, table.blockNumber, table.logIndex)
      .where(sql`${table.contractName} = 'ipt' and ${table.eventName} = 'Transfer'`),
    index('onchain_events_token_supply')
      .on(table.contractAddress, table.blockNumber, table.logIndex)
      .where(sql`${table.contractName} = 'ipt' and ${table.eventName} = 'Transfer'
        and ${zeroAddress} in (${table.args}->>'from', ${table.args}->>'to')`),
  ],
);

/**
 * Index from addresses to events: those with the address in their arguments, or sent by it. A row covers several
 * consecutive events that were stored together; the rows of an address do not overlap.
 */
export const onchainEventAddresses = pgTable(
  'onchain_event_addresses',
  {
    address: text('address').notNull(),
    chainId: position.chainId,
    firstBlock: bigint('first_block', { mode: 'number' }).notNull(),
    lastBlock: bigint('last_block', { mode: 'number' }).notNull(),
    /** For each event, the distance of its block from the first, ascending. */
    blockOffsets: integers('block_offsets').notNull(),
    /** For each event, its position in the block. */
    logIndexes: integers('log_indexes').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'onchain_event_addresses_pk',
      columns: [table.address, table.chainId, table.firstBlock],
    }),
    // Rows arrive in the order of the chain, so this small index finds the newest ones, which a reorganization removes.
    index('onchain_event_addresses_block').using('brin', table.lastBlock),
  ],
);

/**
 * The tokens of labs, as announced by the tokenizer. Each is a contract to follow from its block on. The totals are those
 * of its `Transfer` events; a wrapper has none.
 */
export const labTokens = pgTable(
  'lab_tokens',
  {
    chainId: integer('chain_id').notNull(),
    address: text('address').$type<`0x${string}`>().notNull(),
    oclId: text('ocl_id').notNull(),
    /** The wrapped token, if this one is a wrapper. */
    underlying: text('underlying'),
    blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
    /** Issued minus burned. */
    supply: units('supply').notNull().default(sql`0`),
    /** Number of addresses with a balance above 0. */
    holderCount: integer('holder_count').notNull().default(0),
    /** Number of `Transfer` events, those of issuing and burning included. */
    transferCount: integer('transfer_count').notNull().default(0),
    /** Block time of the event `Capped`, if issuance has ended. */
    cappedAt: moment('capped_at'),
    /** Total issued supply, including burned tokens, when issuance ended. */
    cap: units('cap'),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.address] })],
);

/** What each address holds of a lab's token. No row for 0. */
export const labTokenBalances = pgTable(
  'lab_token_balances',
  {
    chainId: integer('chain_id').notNull(),
    token: text('token').notNull(),
    holder: text('holder').notNull(),
    balance: units('balance').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.token, table.holder] }),
    index('lab_token_balances_largest').on(table.chainId, table.token, table.balance, table.holder),
  ],
);

/** The transfers of a lab's token, added up by week. No row for a week without any. */
export const labTokenWeeks = pgTable(
  'lab_token_weeks',
  {
    chainId: integer('chain_id').notNull(),
    token: text('token').notNull(),
    /** The Monday, in UTC. */
    week: date('week', { mode: 'string' }).notNull(),
    /** Number of transfers between two addresses. */
    transfers: integer('transfers').notNull(),
    /** Sum of those transfers. */
    transferred: units('transferred').notNull(),
    issued: units('issued').notNull(),
    burned: units('burned').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.token, table.week] })],
);

/**
 * Logs of the followed contracts that their ABI does not explain, stored whole so that a later version can decode them.
 */
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

export const labOwners = pgTable(
  'lab_owners',
  {
    oclId: text('ocl_id').primaryKey(),
    tokenId: text('token_id').notNull(),
    account: text('account').notNull(),
    holder: text('holder').notNull(),
    mintedAt: moment('minted_at').notNull(),
    /** When the transfer to this holder was first indexed. */
    heldSince: moment('held_since').notNull(),
    /** Position of that transfer. */
    heldBlock: bigint('held_block', { mode: 'number' }).notNull().default(0),
    heldLogIndex: integer('held_log_index').notNull().default(0),
  },
  (table) => [index('lab_owners_holder').on(table.holder)],
);

/** Current roles on the access resolver, including expired ones, because expiry emits no event. */
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
    /** When the service first indexed a grant that was not revoked since. */
    grantedAt: moment('granted_at').notNull().defaultNow(),
    /** Position of the last grant. */
    blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
    logIndex: integer('log_index').notNull().default(0),
    /** The contributor who granted the role as one. The role holds only as long as the contributor's. */
    contributor: text('contributor'),
  },
  (table) => [
    primaryKey({ columns: [table.oclId, table.wallet] }),
    index('role_grants_wallet').on(table.wallet),
    index('role_grants_contributor')
      .on(table.oclId, table.contributor)
      .where(sql`${table.contributor} is not null`),
  ],
);

/** Everyone who ever held a lab's NFT, and when to read the owners of a holder again. */
export const labHolders = pgTable(
  'lab_holders',
  {
    address: text('address').primaryKey(),
    nextCheckAt: moment('next_check_at').notNull().defaultNow(),
  },
  (table) => [index('lab_holders_next_check').on(table.nextCheckAt)],
);

/** The owners of a holder that is a contract, as of the last read. */
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

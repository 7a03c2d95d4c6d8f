import { networks } from '@labroom/contracts/networks';
import { followedContracts } from '@labroom/service/chain/events/followed-contracts.ts';
import { advance, type IndexedChain, type Progress } from '@labroom/service/chain/indexer/advance.ts';
import type { Database } from '@labroom/service/platform/db/database.ts';
import { openDatabase } from '@labroom/service/platform/db/open-database.ts';
import { listedReaders } from '@labroom/service/platform/db/tables/access-lists.ts';
import {
  chainBlocks,
  chainCursors,
  holderOwners,
  labHolders,
  labOwners,
  labTokenBalances,
  labTokens,
  labTokenWeeks,
  onchainEventAddresses,
  onchainEvents,
  quarantinedLogs,
  roleGrants,
} from '@labroom/service/platform/db/tables/chain.ts';
import { asc, sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, expect } from 'vitest';
import { ScriptedChain } from './scripted-chain.ts';
import { createTestDatabase } from './test-database.ts';

export interface TestIndex {
  databaseUrl: string;
  db: Database;
  logLines: string[];
  advance(chain: ScriptedChain, options?: StepOptions): Promise<Progress>;
  /** Steps until there is nothing more to read; gives what happened. */
  catchUp(chain: ScriptedChain, options?: StepOptions): Promise<Progress[]>;
  /** Everything that follows from the chain, without the times of recording. */
  content(): Promise<unknown>;
  /** As before the first step. */
  clear(): Promise<void>;
  drop(): Promise<void>;
}

interface StepOptions
  extends Partial<Pick<IndexedChain, 'followed' | 'replaceable' | 'firstBlock' | 'witness'>> {
  /** Blocks per range. */
  size?: number;
}

/** An index over a scripted chain, in a database of its own. */
export async function createTestIndex(): Promise<TestIndex> {
  const database = await createTestDatabase();
  const db = openDatabase(database.url);
  const logLines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logLines.push(line) });
  const step: TestIndex['advance'] = ({ node }, { size = 10_000, ...options } = {}) => {
    const followed = followedContracts(networks[31337].contracts);
    const chain: IndexedChain = {
      chainId: 31337,
      node,
      followed,
      firstBlock: 0,
      replaceable: false,
      ...options,
    };
    return advance(db, chain, size, log);
  };
  return {
    databaseUrl: database.url,
    db,
    logLines,
    advance: step,
    async catchUp(chain, options) {
      const steps: Progress[] = [];
      while (steps.at(-1) !== 'caught-up') steps.push(await step(chain, options));
      return steps;
    },
    async content() {
      const events = await db
        .select()
        .from(onchainEvents)
        .orderBy(onchainEvents.blockNumber, onchainEvents.logIndex);
      const owners = await db.select().from(labOwners).orderBy(asc(labOwners.oclId));
      const grants = await db
        .select()
        .from(roleGrants)
        .orderBy(asc(roleGrants.oclId), asc(roleGrants.wallet));
      return {
        cursor: await db.select().from(chainCursors),
        newestBlocks: (await db.select().from(chainBlocks).orderBy(asc(chainBlocks.number))).slice(-200),
        events: events.map(({ indexedAt: _, ...row }) => row),
        listed: await db
          .select()
          .from(listedReaders)
          .orderBy(asc(listedReaders.oclId), asc(listedReaders.subject), asc(listedReaders.reader)),
        owners: owners.map(({ heldSince: _, ...row }) => row),
        tokens: await db.select().from(labTokens).orderBy(asc(labTokens.address)),
        balances: await db
          .select()
          .from(labTokenBalances)
          .orderBy(asc(labTokenBalances.token), asc(labTokenBalances.holder)),
        weeks: await db
          .select()
          .from(labTokenWeeks)
          .orderBy(asc(labTokenWeeks.token), asc(labTokenWeeks.week)),
        addresses: (await eventsByAddress(db)).sort(),
        grants: grants.map(({ grantedAt: _, ...row }) => row),
      };
    },
    async clear() {
      logLines.length = 0;
      await clearIndex(db);
    },
    async drop() {
      await db.$client.end();
      await database.drop();
    },
  };
}

/** An index for one `describe`, and a check that it is what another one reads from the same blocks. */
export async function openTestIndex() {
  const [index, fresh] = [await createTestIndex(), await createTestIndex()];
  afterAll(() => Promise.all([index.drop(), fresh.drop()]));
  return {
    index,
    async isCorrect({ blocks }: ScriptedChain): Promise<void> {
      await fresh.clear();
      await fresh.catchUp(Object.assign(new ScriptedChain(), { blocks }));
      expect(await index.content()).toEqual(await fresh.content());
    },
  };
}

/** Forgets everything that was read from the chain. */
export async function clearIndex(db: Database): Promise<void> {
  await db.execute(sql`truncate ${chainCursors}, ${chainBlocks}, ${onchainEvents}, ${onchainEventAddresses}, ${quarantinedLogs},
    ${labOwners}, ${labTokens}, ${labTokenBalances}, ${labTokenWeeks}, ${roleGrants}, ${listedReaders}, ${labHolders}, ${holderOwners}`);
}

/** Which events name which address, as `address block log`. */
export async function eventsByAddress(db: Database): Promise<string[]> {
  const rows = await db.select().from(onchainEventAddresses);
  return rows.flatMap(({ address, firstBlock, blockOffsets, logIndexes }) =>
    blockOffsets.map((offset, at) => `${address} ${firstBlock + offset} ${logIndexes[at]}`),
  );
}

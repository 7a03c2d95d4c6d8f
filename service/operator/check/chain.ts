import { sql } from 'drizzle-orm';
import { BaseError } from 'viem';
import { chainUnavailable } from '#chain/call-failure.ts';
import { verifyChainId } from '#chain/create-chain-client.ts';
import { saveEvents } from '#chain/events/event-store.ts';
import { followedContracts } from '#chain/events/followed-contracts.ts';
import { knownTokens } from '#chain/events/lab-tokens.ts';
import { readHead, readHeader } from '#chain/headers.ts';
import { RangeReader } from '#chain/indexer/read-ahead.ts';
import { NodeError, RangeTooLargeError } from '#chain/node-error.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { counted, type Findings, type Part, type Subject } from './findings.ts';

/** Blocks read in one request, as by the indexer. A node that limits ranges gets half as many, as often as it takes. */
const mostBlocks = 10_000;
/** Blocks whose hash is compared. */
const sampledBlocks = 16;
/** Differences named for each table. */
const mostNamed = 20;

interface Derived {
  table: string;
  columns: string;
  /** What a row is, for people. */
  what: string;
  /** Whether rows stay that a reorganization took back. */
  keepsFormer?: boolean;
}

/**
 * The tables that the indexer makes from the chain, with the columns that are the same each time. The others say when something was
 * recorded.
 */
const derived: readonly Derived[] = [
  {
    table: 'onchain_events',
    what: 'the event',
    columns: `block_number, log_index, contract_address, contract_name, event_name, args::jsonb, tx_hash, tx_sender, block_hash,
      block_timestamp, ocl_id`,
  },
  {
    table: 'quarantined_logs',
    what: 'the log',
    columns: 'block_number, log_index, contract_address, topics, data, tx_hash, block_hash, reason',
  },
  {
    table: 'lab_owners',
    what: 'the owner',
    columns: 'ocl_id, token_id, account, holder, minted_at, held_block, held_log_index',
  },
  {
    table: 'role_grants',
    what: 'the role',
    columns: 'ocl_id, wallet, role, expiry, is_agent, granted_by, block_number, log_index, contributor',
  },
  {
    table: 'listed_readers',
    what: 'the listed reader',
    columns: 'ocl_id, subject, reader, granter, expiry, claim, listed_at, block_number, log_index',
  },
  {
    table: 'lab_tokens',
    what: 'the token',
    columns: `ocl_id, address, underlying, block_number, supply, holder_count, transfer_count, cap, capped_at`,
  },
  { table: 'lab_token_balances', what: 'the balance', columns: 'token, holder, balance' },
  {
    table: 'lab_token_weeks',
    what: 'the week',
    columns: 'token, week, transfers, transferred, issued, burned',
  },
  {
    table: 'onchain_event_addresses',
    what: 'the address of an event',
    columns: 'address, first_block + unnest(block_offsets) as block, unnest(log_indexes) as log',
  },
  { table: 'lab_holders', what: 'the holder', columns: 'address', keepsFormer: true },
];

/** Tables that the projections write too, and whose rows are not from the chain alone. */
const alsoWritten = ['did_links', 'holder_owners'];

/**
 * Reads the whole history again up to the block of the index, makes roles, owners, lists and tokens from it by the code of the
 * indexer in temporary tables, and compares them with the stored ones.
 *
 * [Note: temporary tables] A temporary table hides the table of its name from the statements of its connection. So the projections run
 * unchanged, on tables of their own.
 */
export const chain: Part = {
  name: 'chain',
  async look(subject) {
    const { context, tx } = subject;
    const found: Findings = { seen: null, faults: [], unchecked: [] };
    const { rows } = await tx.execute<{ number: string; hash: string }>(
      sql`select block_number as number, block_hash as hash from chain_cursors where chain_id = ${context.chain.chainId}`,
    );
    const [row] = rows;
    if (!row || row.hash === '0x') {
      found.unchecked.push('The chain, because nothing of it is indexed yet.');
      return found;
    }
    const cursor = { number: Number(row.number), hash: row.hash };
    let isNewest = false;
    try {
      await verifyChainId(context.chain);
      const head = await readHead(context.chain.history);
      if (head.number < cursor.number) {
        found.unchecked.push(
          `The chain: the node's newest block is ${head.number}, and the index is at block ${cursor.number}.`,
        );
        return found;
      }
      isNewest = head.number === cursor.number;
      const { hash } = await readHeader(context.chain.history, cursor.number);
      if (hash !== cursor.hash) {
        found.faults.push(
          `The index is at block ${cursor.number} with the hash ${cursor.hash}, and on the chain that block has ${hash}.`,
        );
        return found;
      }
      found.faults.push(...(await otherHashes(subject)));
      await readAgain(subject, cursor.number);
    } catch (error) {
      const isOfNode =
        error instanceof NodeError || error instanceof ServiceError || error instanceof BaseError;
      if (!isOfNode) throw error;
      // viem's errors contain the URL of the node, which may hold a key.
      const { message } = error instanceof BaseError ? chainUnavailable(error) : error;
      found.unchecked.push(`The chain: ${message}`);
      return found;
    }
    for (const one of derived) found.faults.push(...(await differences(subject, one)));
    found.faults.push(...(await otherLabs(subject, isNewest)));
    const { rows: counts } = await tx.execute<{ events: number }>(
      sql`select count(*)::int as events from onchain_events`,
    );
    found.seen = `${counted(counts[0]?.events ?? 0, 'event')} up to block ${cursor.number.toLocaleString('en')}, and the roles, owners, lists and tokens that follow from them`;
    return found;
  },
};

/** Compares some of the hashes by which the indexer notices a reorganization. */
async function otherHashes({ context, tx }: Subject): Promise<string[]> {
  const { rows } = await tx.execute<{ number: string; hash: string }>(
    sql`select number, hash from chain_blocks where chain_id = ${context.chain.chainId} order by random() limit ${sampledBlocks}`,
  );
  const wrong: string[] = [];
  for (const { number, hash } of rows)
    if ((await readHeader(context.chain.history, Number(number))).hash !== hash)
      wrong.push(`chain_blocks: block ${number} has another hash on the chain.`);
  return wrong;
}

/** Fills temporary tables with what the chain says up to a block. */
async function readAgain({ context, tx, copyRows }: Subject, last: number): Promise<void> {
  for (const table of [...derived.map(({ table }) => table), ...alsoWritten])
    await tx.execute(
      sql.raw(`create temporary table ${table} (like public.${table} including all) on commit drop`),
    );
  const { chainId, history, witness } = context.chain;
  const followed = followedContracts(context.chain.contracts);
  // The temporary tables are seen by the connection of the transaction alone.
  const tokens = async () => [...followed, ...(await knownTokens(tx, chainId))];
  let [from, size] = [context.config.chain.firstBlock, mostBlocks];
  let reader = new RangeReader(chainId, history, witness ?? history);
  while (from <= last) {
    try {
      const range = await (reader.readAhead(from, size) ?? reader.read(from, size, last, tokens()));
      await saveEvents(tx, copyRows, chainId, range);
      from = range.to + 1;
    } catch (error) {
      if (!(error instanceof RangeTooLargeError) || size === 1) throw error;
      size >>= 1;
      reader = new RangeReader(chainId, history, witness ?? history);
    }
  }
}

/** What the stored table has more or less than the chain says. */
async function differences(
  { tx }: Subject,
  { table, columns, what, keepsFormer = false }: Derived,
): Promise<string[]> {
  const of = (schema: string) => `select ${columns} from ${schema}.${table}`;
  const { rows } = await tx.execute<{ row: string; kind: 'more' | 'less'; total: number }>(
    sql.raw(`select kind, d.row::text as row, count(*) over ()::int as total from (
      select 'more' as kind, more as row from (${of('public')} except ${of('pg_temp')}) more where ${!keepsFormer}
      union all select 'less', less from (${of('pg_temp')} except ${of('public')}) less) d limit ${mostNamed}`),
  );
  const sentences = rows.map(({ row, kind }) =>
    kind === 'more'
      ? `${table}: ${what} ${row} is not on the chain.`
      : `${table}: ${what} ${row} is on the chain and not in the table.`,
  );
  const total = rows[0]?.total ?? 0;
  if (total > rows.length)
    sentences.push(`${table}: ${total - rows.length} further differences from the chain.`);
  return sentences;
}

/**
 * Registered labs that the chain does not know, or knows with another account.
 * @param isNewest whether the index is at the newest block; otherwise a lab may be minted that is not indexed yet
 */
async function otherLabs({ tx }: Subject, isNewest: boolean): Promise<string[]> {
  const { rows } = await tx.execute<{ lab: string; isMinted: boolean }>(sql`
    select l.ocl_id as lab, o.ocl_id is not null as "isMinted" from labs l left join pg_temp.lab_owners o on o.ocl_id = l.ocl_id
    where (lower(l.account), l.token_id) is distinct from (o.account, o.token_id)`);
  return rows
    .filter(({ isMinted }) => isMinted || isNewest)
    .map(
      ({ lab, isMinted }) =>
        `labs: ${lab} ${isMinted ? 'has another account or token on the chain' : 'is not on the chain'}.`,
    );
}

import { parseArgs } from 'node:util';
import { migrate } from '@labroom/service/platform/db/migrate.ts';
import { startDebianPostgres } from '@labroom/testing/debian-postgres.ts';
import { Client } from 'pg';

/**
 * `node bench/partitions.ts [--rows 10000000] [--parts 16] [--table activity]`: fills the tables that grow without an end, as
 * they are and in partitions, and measures what a partition would change: size, reads, writes and upkeep. The tables are unlogged,
 * so nothing waits for the log.
 */
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    parts: { type: 'string', default: '16' },
    /** Only this one. */
    table: { type: 'string' },
  },
});
const [rows, parts] = [Number(options.rows), Number(options.parts)];
const labs = 10_000;

/** As long as in the service. */
const lab = (number: string) => `'0x' || lpad(to_hex(${number}), 64, '0')`;
const wallet = (number: string) => `'0x' || lpad(to_hex(${number}), 40, '0')`;
const hash = (salt: string) => `md5('${salt}' || i) || lpad(to_hex(i), 32, '0')`;

interface Grown {
  name: string;
  /** Column whose hash names the partition. */
  key: string;
  columns: string;
  /** Of row `i`. */
  values: string;
  reads: Record<string, string>;
}

const grown: Grown[] = [
  {
    name: 'activity',
    key: 'ocl_id',
    columns: 'ocl_id, seq, group_number, kind, file, change_by, event_time, system_time',
    values: `${lab(`i % ${labs}`)}, i / ${labs}, i / ${labs}, 'FILE_ADDED',
      jsonb_build_object('ref', gen_random_uuid(), 'path', 'data/run ' || i || '.csv', 'version', 1, 'description', md5(i::text)),
      ${wallet('i % 50000')}, now() - i * interval '1 second', now() - i * interval '1 second'`,
    reads: {
      'page of a lab': `where ocl_id = ${lab('7')} and seq <= 500 order by seq desc limit 20`,
      'page of all labs': 'order by system_time desc nulls first, ocl_id, seq desc nulls first limit 20',
    },
  },
  {
    name: 'key_releases',
    key: 'ocl_id',
    columns: 'id, ocl_id, file_did, path, version, wallet, outcome, predicates, request_id, at',
    values: `i, ${lab(`i % ${labs}`)}, 'did:kamu:' || ${hash('file')}, 'data/run ' || i || '.csv', 1,
      ${wallet('i % 50000')}, 'released', '["isMember"]', gen_random_uuid(), now() - i * interval '1 second'`,
    reads: {
      'page of a lab': `where ocl_id = ${lab('7')} order by id desc limit 20`,
      'page of a wallet': `where wallet = ${wallet('7')} order by id limit 20`,
    },
  },
  {
    name: 'paid_calls',
    key: 'payer',
    columns: `id, request_id, mutation, ocl_id, request_hash, network, asset, method, payer, nonce, attempt, quote,
      valid_before, state, runner, upstream_status, transaction, transfer_log_index, created_at, served_at, ended_at`,
    values: `gen_random_uuid(), gen_random_uuid(), 'createAnnouncement', ${lab(`i % ${labs}`)}, ${hash('request')},
      'eip155:8453', ${wallet('1')}, 'eip3009', ${wallet('i % 50000')}, '0x' || ${hash('nonce')}, 1,
      '{"scheme": "exact", "amount": "10000", "network": "eip155:8453", "maxTimeoutSeconds": 60}', now(), 'settled', 1, 200,
      '0x' || ${hash('transaction')}, 1, now() - i * interval '1 second', now(), now()`,
    reads: {
      'page of a payer': `where payer = ${wallet('7')} order by created_at desc, id desc limit 20`,
      'by its id': `where id = '00000000-0000-4000-8000-000000000000'`,
      'due for a look': 'where ended_at is null and next_look_at <= now() order by next_look_at limit 20',
    },
  },
];

const postgres = await startDebianPostgres();
try {
  await migrate(postgres.url);
  const client = new Client({ connectionString: postgres.url });
  // Its end, when a statement has failed.
  client.on('error', () => {});
  await client.connect();
  for (const table of grown.filter(({ name }) => !options.table || name === options.table)) {
    await client.query("set max_parallel_workers_per_gather = 0; set maintenance_work_mem = '256MB'");
    // Printed one by one, because the next one takes minutes.
    for (const count of [1, parts]) {
      console.log(`${table.name}, ${rows} rows, ${count === 1 ? 'one table' : `${count} partitions`}`);
      console.table(await measure(client, table, count));
    }
  }
  await client.end();
} finally {
  await postgres.stop();
}

async function measure(client: Client, table: Grown, count: number): Promise<Record<string, string>> {
  const name = count === 1 ? `whole_${table.name}` : `parted_${table.name}`;
  const partition = count === 1 ? '' : `partition by hash (${table.key})`;
  await client.query(
    `create ${count === 1 ? 'unlogged' : ''} table ${name} (like ${table.name} including defaults) ${partition}`,
  );
  for (let part = 0; count > 1 && part < count; part += 1)
    await client.query(
      `create unlogged table ${name}_${part} partition of ${name} for values with (modulus ${count}, remainder ${part})`,
    );
  const insert = (series: string) =>
    client.query(`insert into ${name} (${table.columns}) select ${table.values} from ${series} i`);
  const filled = await seconds(() => insert(`generate_series(1, ${rows})`));
  const [indexed, loose] = await createIndexes(client, table, name, count > 1);
  await client.query(`analyze ${name}`);
  const part = count > 1 ? `${name}_0` : name;
  const result: Record<string, string> = {
    'filled, s': filled.toFixed(0),
    'indexes built, s': indexed.toFixed(0),
    'GB, of these indexes': `${await gigabytes(client, name, 'pg_table_size')}, ${await gigabytes(client, name, 'pg_indexes_size')}`,
    'vacuum of one part, s': (await seconds(() => client.query(`vacuum (freeze) ${part}`))).toFixed(1),
  };
  for (const [what, read] of Object.entries(table.reads)) result[what] = await cost(client, name, read);
  const more = await seconds(() => insert(`generate_series(${rows + 1}, ${rows + 1_000})`));
  result['1,000 more rows, ms'] = (more * 1_000).toFixed(0);
  result['unique without the key'] = loose.join(', ');
  await client.query(`drop table ${name}`);
  return result;
}

/** The indexes of the service. In partitions one cannot be unique without the key: it is built without. @returns seconds, and these */
async function createIndexes(
  client: Client,
  { name: of, key }: Grown,
  name: string,
  isParted: boolean,
): Promise<[number, string[]]> {
  const { rows: found } = await client.query<{ indexname: string; indexdef: string }>(
    'select indexname, indexdef from pg_indexes where tablename = $1',
    [of],
  );
  const loose: string[] = [];
  const took = await seconds(async () => {
    for (const { indexname, indexdef } of found) {
      const columns = indexdef.match(/\((.*?)\)( WHERE|$)/)?.[1] ?? '';
      const isLoose = isParted && indexdef.startsWith('CREATE UNIQUE') && !columns.split(', ').includes(key);
      if (isLoose) loose.push(indexname);
      await client.query(
        indexdef
          .replace(`INDEX ${indexname} ON public.${of} `, `INDEX ${name}_${indexname} ON ${name} `)
          .replace('UNIQUE ', isLoose ? '' : 'UNIQUE '),
      );
    }
  });
  return [took, loose];
}

async function gigabytes(client: Client, name: string, size: string): Promise<string> {
  const { rows: found } = await client.query<{ bytes: string }>(
    `select coalesce(sum(${size}(relid)), ${size}('${name}')) as bytes from pg_partition_tree('${name}') where isleaf`,
  );
  return (Number(found[0]?.bytes) / 1e9).toFixed(2);
}

/** Of the fifth run, when everything is in memory. */
async function cost(client: Client, name: string, read: string): Promise<string> {
  let text = '';
  for (let run = 0; run < 5; run += 1) {
    const { rows: found } = await client.query(
      `explain (analyze, buffers, format json) select * from ${name} ${read}`,
    );
    const explained = found[0]['QUERY PLAN'][0];
    const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': missed } = explained.Plan;
    const ms = (explained['Planning Time'] + explained['Execution Time']).toFixed(2);
    text = `${ms} ms, ${hit + missed} pages`;
  }
  return text;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1_000;
}

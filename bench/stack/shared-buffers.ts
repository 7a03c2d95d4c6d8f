import type { Database } from '@labroom/service/platform/db/database.ts';
import { isPrepared } from '@labroom/service/platform/db/prepared-client.ts';
import type { PoolClient } from 'pg';

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

/** PostgreSQL plans a prepared statement five times for its values, and may then keep a plan for any values. */
const RUNS = 7;

/**
 * Number of 8 kB pages that PostgreSQL reads for the statements of `run`, with the plans that a connection keeps.
 * Deterministic after `vacuum analyze`.
 */
export async function sharedBuffers(db: Database, run: () => Promise<unknown>): Promise<number> {
  const pool = db.$client;
  const statements: { text: string; values: unknown[] }[] = [];
  const query = pool.query.bind(pool);
  const recording = (statement: { text: string; values?: unknown[] }, values: unknown[]) => {
    statements.push({ text: statement.text, values: values ?? statement.values });
    return query(statement, values);
  };
  Object.assign(pool, { query: recording });
  try {
    await run();
  } finally {
    Object.assign(pool, { query });
  }
  let buffers = 0;
  const explain = async (client: PoolClient, statement: string, values?: unknown[]) => {
    const { rows } = await client.query(
      `explain (analyze, buffers, timing off, format json) ${statement}`,
      values,
    );
    const plan: Plan = rows[0]['QUERY PLAN'][0].Plan;
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  };
  const client = await pool.connect();
  try {
    for (const { text, values } of statements) {
      const isKept = isPrepared(text);
      if (isKept) await client.query(`prepare explained as ${text}`);
      const execute = isKept && `execute explained${await literalsOf(client, values)}`;
      const once = () => (execute ? explain(client, execute) : explain(client, text, values));
      for (let run = 1; run < (isKept ? RUNS : 2); run += 1) await once();
      buffers += await once();
      if (isKept) await client.query('deallocate explained');
    }
  } finally {
    client.release();
  }
  return buffers;
}

/** The values as literals of SQL: EXPLAIN takes no parameters for a prepared statement. */
async function literalsOf(client: PoolClient, values: unknown[]): Promise<string> {
  if (values.length === 0) return '';
  const quoted = values.map((_, at) => `quote_nullable($${at + 1}::text)`);
  const { rows } = await client.query({ text: `select ${quoted}`, values, rowMode: 'array' });
  return `(${rows[0]})`;
}

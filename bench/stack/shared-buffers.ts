import type { Database } from '#service/platform/db/database.ts';

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

/** Number of 8 kB pages that PostgreSQL reads for the statements of `run`. Deterministic after `vacuum analyze`. */
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
  const once = async ({ text, values }: { text: string; values: unknown[] }) => {
    const { rows } = await query(`explain (analyze, buffers, timing off, format json) ${text}`, values);
    const plan: Plan = rows[0]['QUERY PLAN'][0].Plan;
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  };
  // Twice, because the first time a connection may read the catalog.
  for (const statement of statements) buffers += Math.min(await once(statement), await once(statement));
  return buffers;
}

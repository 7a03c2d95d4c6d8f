import type { Database } from '@labroom/service/platform/db/database.ts';
import type { PoolClient } from 'pg';
import { vi } from 'vitest';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

interface Statement {
  text: string;
  values: unknown[];
}

/** Processes renew their leases every few seconds, whatever is asked meanwhile, and announce work after it was written. */
const isBeside = (asked: unknown) =>
  /^(insert into|update) "leases"|^select pg_notify/.test(
    typeof asked === 'string' ? asked : String(Object(asked).text),
  );

/** The statements that `run` sends to the database outside of transactions, in their order. */
export async function capturedStatements(db: Database, run: () => Promise<unknown>): Promise<Statement[]> {
  const query = vi.spyOn(db.$client, 'query');
  await run();
  // biome-ignore lint/suspicious/noExplicitAny: pg takes statements in many shapes; Drizzle gives values apart, we do not.
  const calls = query.mock.calls as any[][];
  const statements = calls
    .filter(([asked]) => !isBeside(asked))
    .map(([asked, values = asked.values]) => ({ text: String(asked.text), values }));
  query.mockRestore();
  return statements;
}

/** Executed plan nodes of the statements that `run` sends. */
export async function explainQueries(db: Database, run: () => Promise<unknown>): Promise<PlanNode[]> {
  const statements = await capturedStatements(db, run);
  const nodes: PlanNode[] = [];
  const collect = (node: PlanNode) => {
    if (node['Actual Loops'] > 0) nodes.push(node);
    node.Plans?.forEach(collect);
  };
  for (const { text, values } of statements) {
    const explain = `explain (analyze, timing off, format json) ${text}`;
    const { rows } = await db.$client.query(explain, values);
    collect(rows[0]['QUERY PLAN'][0].Plan);
  }
  return nodes;
}

/** Counts the statements of a database from now on, those of transactions included. */
export function statementCounter(db: Database): () => number {
  let count = 0;
  const counted = new WeakSet<PoolClient>();
  db.$client.on('acquire', (client) => {
    if (counted.has(client)) return;
    counted.add(client);
    const query = client.query as (...args: unknown[]) => unknown;
    const counting = (...args: unknown[]) => {
      if (!isBeside(args[0])) count += 1;
      return query.apply(client, args);
    };
    Object.assign(client, { query: counting });
  });
  return () => count;
}

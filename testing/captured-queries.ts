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

/** What a database was sent. */
export interface Sent {
  /** Including those that begin and end transactions. */
  statements: number;
  /** How often a statement was sent after all before it on its connection had been answered. */
  roundTrips: number;
  /** Of transactions that lock a lab, from `begin` to `commit`, both included. */
  underLock: { statements: number; roundTrips: number };
}

/** Statements that lock the row of a lab, or add it. */
const locksLab = /from "labs" .*for (no key )?update|^insert into "labs"/;

/** Counts the statements of a database from now on, those of transactions included. */
export function statementCounter(db: Database): () => Sent {
  const sent: Sent = { statements: 0, roundTrips: 0, underLock: { statements: 0, roundTrips: 0 } };
  const counted = new WeakSet<PoolClient>();
  db.$client.on('acquire', (client) => {
    if (counted.has(client)) return;
    counted.add(client);
    countStatements(client, sent);
  });
  return () => structuredClone(sent);
}

function countStatements(client: PoolClient, sent: Sent): void {
  /** Of the transaction that is open. */
  let within = { statements: 0, roundTrips: 0, locks: false };
  const query = client.query as (...args: unknown[]) => unknown;
  const counting = (...args: unknown[]) => {
    const [asked] = args;
    if (isBeside(asked)) return query.apply(client, args);
    const text = typeof asked === 'string' ? asked : String(Object(asked).text);
    if (/^begin/.test(text)) within = { statements: 0, roundTrips: 0, locks: false };
    sent.statements += 1;
    within.statements += 1;
    within.locks ||= locksLab.test(text);
    const answer = query.apply(client, args);
    if (within.locks && /^(commit|rollback)/.test(text)) {
      sent.underLock.statements += within.statements;
      sent.underLock.roundTrips += within.roundTrips;
      within.locks = false;
    }
    return answer;
  };
  Object.assign(client, { query: counting });
  // One `ReadyForQuery` answers each of these messages.
  const { connection } = client as unknown as { connection: Wire };
  let unanswered = 0;
  connection.on('readyForQuery', () => {
    unanswered -= 1;
  });
  for (const message of ['query', 'sync'] as const) {
    const send = connection[message];
    connection[message] = (...args: unknown[]) => {
      if (unanswered === 0) {
        sent.roundTrips += 1;
        within.roundTrips += 1;
      }
      unanswered += 1;
      return send.apply(connection, args);
    };
  }
}

interface Wire {
  query(...args: unknown[]): unknown;
  sync(...args: unknown[]): unknown;
  on(event: 'readyForQuery', listener: () => void): void;
}

import { sql } from 'drizzle-orm';
import type { StormContext } from '../storm-context.ts';

/** What was announced stands there once; what nobody knows of, once at most. */
export async function announcementFaults({ stack, journal }: StormContext): Promise<string[]> {
  const { rows } = await stack.context.db.execute<{ headline: string; times: number; lab: string }>(sql`
    select headline, count(*)::int as times, min(ocl_id) as lab from announcements group by headline`);
  const stored = new Map(rows.map((row) => [row.headline, row]));
  const faults: string[] = [];
  for (const [headline, { oclId, acknowledged }] of journal.announcements) {
    const row = stored.get(headline);
    stored.delete(headline);
    if (acknowledged && !row) faults.push(`the announcement ${headline} was acknowledged and is missing`);
    if (row && row.times > 1) faults.push(`the announcement ${headline} was made ${row.times} times`);
    if (row && row.lab !== oclId) faults.push(`the announcement ${headline} is another lab's`);
  }
  for (const headline of stored.keys()) faults.push(`nobody asked for the announcement ${headline}`);
  return faults;
}

export async function tokenFaults({ stack, journal }: StormContext): Promise<string[]> {
  const { rows } = await stack.context.db.execute<{ id: string; revoked: boolean }>(
    sql`select id, revoked_at is not null as revoked from service_tokens`,
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  return [...journal.tokens].flatMap(([id, { revoked }]) => {
    const row = stored.get(id);
    if (!row) return [`the token ${id} was issued and is missing`];
    return row.revoked === revoked ? [] : [`the token ${id} is ${row.revoked ? 'ended' : 'alive'}`];
  });
}

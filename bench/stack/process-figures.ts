import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from '@labroom/service/platform/db/database.ts';
import { sql } from 'drizzle-orm';

/** CPU time of a process from `/proc` (Linux), in steps of ten milliseconds; 0 on other systems. */
export function cpuMillisecondsOf(pid: number | undefined): number {
  const { user, system } = times(pid);
  return user + system;
}

/** CPU time of all processes of the PostgreSQL of a database, those that ended included. It must run on this machine. */
export async function cpuMillisecondsOfPostgres(db: Database): Promise<number> {
  const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  const { parent } = times(rows[0]?.pid);
  const children = readdirSync('/proc').filter((name) => times(Number(name)).parent === parent);
  const living = children.reduce((sum, pid) => sum + cpuMillisecondsOf(Number(pid)), 0);
  return living + cpuMillisecondsOf(parent) + times(parent).ended;
}

/** Resident memory of a process from `/proc` (Linux); 0 on other systems. */
export function residentBytesOf(pid: number | undefined): number {
  return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(proc(pid, 'status'))?.[1] ?? 0);
}

/** Memory of a process, where pages that several processes share count in part (Linux); 0 on other systems. */
export function proportionalBytesOf(pid: number): number {
  return 1024 * Number(/^Pss:\s+(\d+)/m.exec(proc(pid, 'smaps_rollup'))?.[1] ?? 0);
}

/** The most resident memory that a process ever had (Linux); 0 on other systems. */
export function peakResidentBytesOf(pid: number | undefined): number {
  return 1024 * Number(/^VmHWM:\s+(\d+)/m.exec(proc(pid, 'status'))?.[1] ?? 0);
}

/** Milliseconds, and the id of the parent. `ended` is the time of children that ended. */
function times(pid: number | undefined) {
  const fields = proc(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  const milliseconds = (index: number) => 10 * Number(fields[index] ?? 0);
  return {
    parent: Number(fields[1]),
    user: milliseconds(11),
    system: milliseconds(12),
    ended: milliseconds(13) + milliseconds(14),
  };
}

function proc(pid: number | undefined, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

import { readFileSync } from 'node:fs';

/** From `/proc` (Linux), in ticks of ten milliseconds; 0 elsewhere. */
export function cpuMillisecondsOf(pid: number | undefined): number {
  const fields = proc(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  return 10 * (Number(fields[11] ?? 0) + Number(fields[12] ?? 0));
}

/** Memory that a process holds, from `/proc` (Linux); 0 elsewhere. */
export function residentBytesOf(pid: number | undefined): number {
  return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(proc(pid, 'status'))?.[1] ?? 0);
}

function proc(pid: number | undefined, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

import { readFileSync } from 'node:fs';

/** CPU time of a process from `/proc` (Linux), in steps of ten milliseconds; 0 on other systems. */
export function cpuMillisecondsOf(pid: number | undefined): number {
  const fields = proc(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  return 10 * (Number(fields[11] ?? 0) + Number(fields[12] ?? 0));
}

/** Resident memory of a process from `/proc` (Linux); 0 on other systems. */
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

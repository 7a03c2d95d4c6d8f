import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { residentBytesOf } from '../stack/process-figures.ts';

export interface Place {
  databaseUrl: string;
  dataDir: string;
  /** Of the node; without it, none is reached. */
  rpcUrl?: string;
}

export interface Ran {
  seconds: number;
  /** Peak memory of its process, sampled ten times a second. */
  peakMB: number;
}

export function labroom({ databaseUrl, dataDir, rpcUrl }: Place, ...args: string[]): Promise<Ran> {
  const main = join(import.meta.dirname, '../../service/operator/main.ts');
  // Rows that were made for a measurement say nothing twice, which `check` says.
  const isExpected = (code: number) => code === 0 || (args[0] === 'check' && code === 1);
  return run(
    process.execPath,
    [main, ...args],
    { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...(rpcUrl && { RPC_URL: rpcUrl }) },
    isExpected,
  );
}

export function dump(databaseUrl: string, file: string): Promise<Ran> {
  return run('pg_dump', ['--format=custom', `--file=${file}`, databaseUrl]);
}

export function undump(databaseUrl: string, file: string): Promise<Ran> {
  return run('pg_restore', ['--exit-on-error', `--dbname=${databaseUrl}`, file]);
}

export function copyTree(from: string, to: string): Promise<Ran> {
  return run('cp', ['-r', from, to]);
}

async function run(
  command: string,
  args: string[],
  env: Record<string, string> = {},
  isExpected: (code: number) => boolean = (code) => code === 0,
): Promise<Ran> {
  const begun = performance.now();
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentBytesOf(child.pid));
  }, 100);
  const [code] = await once(child, 'exit');
  clearInterval(watch);
  if (!isExpected(code)) throw new Error(`${command} ${args[1] ?? ''} ended with ${code}`);
  return {
    seconds: Number(((performance.now() - begun) / 1_000).toFixed(1)),
    peakMB: Math.round(peak / 1_000_000),
  };
}

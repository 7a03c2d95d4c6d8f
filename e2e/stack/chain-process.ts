import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { dataDir } from './local.ts';

/** Runs a function while the local chain is suspended: it accepts connections and does not respond. */
export async function whileChainHangs(run: () => Promise<void>): Promise<void> {
  const programs = JSON.parse(await readFile(path.join(dataDir(), 'run.json'), 'utf8'));
  const { pid } = programs.find(({ name }: { name: string }) => name === 'chain');
  process.kill(pid, 'SIGSTOP');
  try {
    await run();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { dataDir } from './local.ts';

/** Runs something while the local chain hangs: it accepts connections and gives no answer. */
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

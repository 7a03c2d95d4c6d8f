import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { installDebianPackages } from '@labroom/scripts/debian-packages.ts';
import type { BenchContext } from './bench-context.ts';
import { cpuMillisecondsOf } from './process-figures.ts';

/** Debian's Python, which finds Debian's modules. */
const python = '/usr/bin/python3';

export interface Xapian {
  /** Paths of the ten best documents with any of the words, by BM25. */
  search(prompt: string): Promise<string[]>;
  cpuMilliseconds(): number;
}

/** Debian's Xapian with these documents. `null` where it is not installed and cannot be. */
export async function startXapian(
  context: BenchContext,
  documents: Iterable<readonly [path: string, text: string]>,
): Promise<Xapian | null> {
  if (!hasXapian() && !(installDebianPackages('python3-xapian') && hasXapian())) {
    console.log('Xapian is not measured: it is not installed, and cannot be.');
    return null;
  }
  const script = join(import.meta.dirname, '../bare/xapian_search.py');
  const child = spawn(python, [script, join(await context.directory(), 'index')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  context.onEnd(async () => {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.kill()) await ended;
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ask = async (line: string) => {
    child.stdin.write(`${line}\n`);
    const { value } = await lines.next();
    return value as string;
  };
  for (const document of documents)
    if (!child.stdin.write(`${JSON.stringify(document)}\n`)) await once(child.stdin, 'drain');
  await ask('');
  return {
    search: async (prompt) => JSON.parse(await ask(prompt)),
    cpuMilliseconds: () => cpuMillisecondsOf(child.pid),
  };
}

function hasXapian(): boolean {
  try {
    execFileSync(python, ['-c', 'import xapian'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

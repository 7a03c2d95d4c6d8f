import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { differences } from './differences.ts';
import type { Facts } from './facts.ts';
import type { Opened } from './open-file.ts';

interface Result extends Opened {
  kind: string;
  name: string;
  /** What independent readers print; `null`: none reads it. */
  reference: Facts | null;
  differing: string[];
  milliseconds: number;
}

/** As long as the page gives a reader. */
const TIMEOUT_MS = 15_000;

/** Opens all files, compares, prints the table, and keeps all that was seen beside the folder. */
export async function check(folder: string, only: string | null = null): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && (only === null || path.basename(entry.parentPath) === only))
    .map((entry) => ({
      kind: path.basename(entry.parentPath),
      name: entry.name,
      file: path.join(entry.parentPath, entry.name),
    }))
    .sort((one, other) => (one.file < other.file ? -1 : 1));
  const references = referencesOf(files.map(({ file }) => file));
  const results: Result[] = [];
  const { open, end } = opener();
  for (const { kind, name, file } of files) {
    const start = performance.now();
    // The number before a name parts files of the same name.
    const opened = await open(file, name.replace(/^\d+~/, ''));
    const reference = references.get(file) ?? null;
    const differing = reference && opened.refusal === null ? differences(opened.facts, reference) : [];
    const milliseconds = Math.round(performance.now() - start);
    results.push({ kind, name, ...opened, reference, differing, milliseconds });
  }
  end();
  writeFileSync(`${path.resolve(folder)}${only ?? ''}.json`, JSON.stringify(results, null, 1));
  print(results);
}

/** Opens one file after the other in a process, which is ended if a file takes longer than the page gives it. */
function opener() {
  let kept: ChildProcess | null = null;
  const end = () => {
    // Its end is none of the file that comes next.
    kept?.removeAllListeners();
    kept?.kill('SIGKILL');
    kept = null;
  };
  async function open(file: string, name: string): Promise<Opened> {
    kept ??= fork(path.join(import.meta.dirname, 'opening-process.ts'));
    const { promise, resolve } = Promise.withResolvers<Opened>();
    const fail = (why: string) => {
      end();
      resolve({ format: null, facts: {}, refusal: `CRASH ${why}` });
    };
    const timer = setTimeout(() => fail(`after ${TIMEOUT_MS / 1000} seconds`), TIMEOUT_MS);
    kept.removeAllListeners().once('message', (opened) => resolve(opened as Opened));
    kept.once('exit', () => fail('of the process'));
    kept.send({ file, name });
    return promise.finally(() => clearTimeout(timer));
  }
  return { open, end };
}

function referencesOf(files: readonly string[]): ReadonlyMap<string, Facts> {
  const script = path.join(import.meta.dirname, 'reference.py');
  const printed = execFileSync('/usr/bin/python3', [script], {
    input: files.join('\n'),
    maxBuffer: 1_000_000_000,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = printed.toString().split('\n').filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line) as [string, Facts]));
}

function print(results: readonly Result[]): void {
  const byKind = Map.groupBy(results, ({ kind }) => kind);
  const row = (...cells: (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  row('kind', 'files', 'equal', 'shown, not compared', 'different', 'refused', 'crashed');
  const counts = (of: readonly Result[]) => {
    const shown = of.filter(({ refusal }) => refusal === null);
    const crashed = of.filter(({ refusal }) => refusal?.includes('CRASH'));
    const compared = shown.filter(
      ({ reference }) => reference && Object.keys(reference).some((name) => name !== 'cannot'),
    );
    const different = compared.filter(({ differing }) => differing.length > 0);
    return [
      of.length,
      compared.length - different.length,
      shown.length - compared.length,
      different.length,
      of.length - shown.length - crashed.length,
      crashed.length,
    ];
  };
  for (const [kind, of] of byKind) row(kind, ...counts(of));
  row('all', ...counts(results));
  for (const { kind, name, differing, refusal } of results) {
    if (refusal !== null) process.stdout.write(`${kind}/${name}: ${refusal}\n`);
    for (const one of differing.slice(0, 6)) process.stdout.write(`${kind}/${name}: ${one}\n`);
  }
}

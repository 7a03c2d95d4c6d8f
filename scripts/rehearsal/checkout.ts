import { copyFile, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** What the commands read by a path of the checkout. No file that an operator may have here: they would be overwritten. */
const linked = ['node_modules', 'package.json', 'package-lock.json', 'scripts', 'service'];

/** A directory like this checkout, in which commands leave their files, and not here. */
export async function makeCheckout(): Promise<{ dir: string } & AsyncDisposable> {
  const dir = await mkdtemp(join(tmpdir(), 'labroom-checkout-'));
  await Promise.all(linked.map((name) => symlink(join(root, name), join(dir, name))));
  await mkdir(join(dir, 'deploy'));
  for (const name of ['deploy/example.env', 'deploy/compose.yaml'])
    await copyFile(join(root, name), join(dir, name));
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) };
}

/** A document with what the rehearsal carries out. */
export interface Walkthrough {
  /** The commands of its `sh` blocks, in order. */
  commands: string[];
  /** The gas that it says a deployment needs at most. */
  gas: number;
}

export async function readWalkthrough(document: string): Promise<Walkthrough> {
  const text = await readFile(join(root, document), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
  return {
    // A backslash continues a line.
    commands: blocks.flatMap((block) => block.trim().split(/(?<!\\)\n/)),
    gas: 1_000_000 * Number(/at most (\d+) million gas/.exec(text)?.[1]),
  };
}

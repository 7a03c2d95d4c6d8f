import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { kinds, laterPackages, packages, repositories } from './sources.ts';

interface Candidate {
  source: string;
  /** Its path within the source. */
  path: string;
  read: () => Uint8Array;
}

const MOST_BYTES = 40_000_000;
const MOST_OUTPUT = 256_000_000;

/**
 * Gathers files that others wrote: of packages of Debian, and of Git repositories in `mirrors` if given, as `OWNER+NAME/repo` or
 * `OWNER+NAME`. Which ones is told by the hashes of their paths and of the seed, so that nobody chooses; each source gives in turn.
 */
export function gather(folder: string, mirrors: string | null, seed = ''): void {
  const found = [...packages.flatMap(ofPackage), ...(mirrors === null ? [] : ofRepositories(mirrors))];
  take(found, folder, seed);
}

/** The same, of further packages. */
export function gatherLater(folder: string): void {
  take(laterPackages.flatMap(ofPackage), folder, '');
}

function take(found: readonly Candidate[], folder: string, seed: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [kind, { endings, most }] of Object.entries(kinds)) {
    const suffixes = endings.split(' ').map((ending) => `.${ending}`);
    const ofKind = found.filter((one) => suffixes.some((suffix) => one.path.toLowerCase().endsWith(suffix)));
    const target = path.join(folder, kind.replaceAll(/\W+/g, '-'));
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target);
    const taken = write(inTurn(ofKind, seed), { target, most });
    process.stdout.write(`${kind}: ${taken} of ${ofKind.length}\n`);
  }
}

function write(candidates: readonly Candidate[], { target, most }: { target: string; most: number }): number {
  const seen = new Set<string>();
  let taken = 0;
  for (const one of candidates) {
    if (taken === most) break;
    const bytes = one.read();
    const hash = createHash('sha256').update(bytes).digest('hex');
    // The same file may come from a package and from its repository.
    if (bytes.length === 0 || bytes.length > MOST_BYTES || seen.has(hash)) continue;
    seen.add(hash);
    taken++;
    // Names within a kind may be the same.
    const name = `${String(taken).padStart(2, '0')}~${one.source.replace('/', '+')}~${path.basename(one.path)}`;
    writeFileSync(path.join(target, name), bytes);
  }
  return taken;
}

/** The first of every source, then the second of every source, and so on; each source in the order of hashes. */
function inTurn(candidates: readonly Candidate[], seed: string): Candidate[] {
  const order = (one: Candidate) =>
    createHash('sha256').update(`${seed}${one.source} ${one.path}`).digest('hex');
  const bySource = [...Map.groupBy(candidates, ({ source }) => source).values()].map((ones) =>
    ones.map((one) => ({ one, hash: order(one) })).sort((a, b) => (a.hash < b.hash ? -1 : 1)),
  );
  const longest = Math.max(0, ...bySource.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    bySource.flatMap((ones) => (ones[index] ? [ones[index].one] : [])),
  ).flat();
}

/** What Debian packs further: `-doc` packages have their examples in gzip. */
const isWanted = (name: string) =>
  Object.values(kinds).some(({ endings }) =>
    endings.split(' ').some((ending) => name.toLowerCase().endsWith(`.${ending}`)),
  );

function ofPackage(name: string): Candidate[] {
  const folder = path.join(process.env.PACKAGES_FOLDER ?? '/var/tmp/scientific-files', name);
  mkdirSync(folder, { recursive: true });
  const unpacked = path.join(folder, 'files');
  if (!readdirSync(folder).includes('files')) {
    try {
      execFileSync('apt-get', ['download', '-qq', name], { cwd: folder, stdio: 'ignore' });
    } catch {
      process.stdout.write(`${name}: not to be had\n`);
      return [];
    }
    const [archive] = readdirSync(folder).filter((file) => file.endsWith('.deb'));
    execFileSync('dpkg-deb', ['-x', path.join(folder, archive ?? ''), unpacked]);
  }
  return readdirSync(unpacked, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isWanted(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).size <= MOST_BYTES)
    .map((file) => ({
      source: name,
      path: path.relative(unpacked, file),
      read: () => new Uint8Array(readFileSync(file)),
    }));
}

function ofRepositories(mirrors: string): Candidate[] {
  return repositories.flatMap((name) => {
    const folder = path.join(mirrors, name.replace('/', '+'));
    const git = (...args: string[]) => {
      const cwd = readdirSync(folder).includes('repo') ? path.join(folder, 'repo') : folder;
      return execFileSync('git', ['-C', cwd, ...args], {
        maxBuffer: MOST_OUTPUT,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    };
    try {
      return git('ls-tree', '-r', '-z', 'HEAD')
        .toString()
        .split('\0')
        .map((line) => /^\d+ blob ([0-9a-f]+)\t(.+)$/s.exec(line))
        .flatMap((match) =>
          match?.[1] && match[2] && isWanted(match[2]) ? [{ id: match[1], path: match[2] }] : [],
        )
        .map(({ id, path: file }) => ({
          source: name,
          path: file,
          read: () => contentOf(() => git('cat-file', 'blob', id)),
        }));
    } catch {
      process.stdout.write(`${name}: not to be had\n`);
      return [];
    }
  });
}

/** Nothing for what a mirror leaves out, or keeps elsewhere (Git LFS). */
function contentOf(read: () => Uint8Array): Uint8Array {
  try {
    const bytes = new Uint8Array(read());
    const start = Buffer.from(bytes.subarray(0, 40)).toString('latin1');
    return start.startsWith('version https://git-lfs') ? new Uint8Array(0) : bytes;
  } catch {
    return new Uint8Array(0);
  }
}

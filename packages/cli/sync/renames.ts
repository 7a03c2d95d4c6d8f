import type { Action, Direction, Sides } from './action.ts';
import type { RemoteFile } from './remote.ts';
import type { LocalFile } from './scan.ts';
import type { SyncedFile } from './state.ts';

type Hashes = ReadonlyMap<LocalFile, string>;

interface Aligned {
  local: Map<string, LocalFile>;
  remote: Map<string, RemoteFile>;
  base: Map<string, SyncedFile>;
  /** In an order in which each finds its new path free. */
  moves: Extract<Action, { kind: 'moveHere' | 'moveThere' }>[];
  conflicts: Extract<Action, { kind: 'conflict' }>[];
}

interface Rename {
  from: string;
  to: string;
}

/**
 * Finds the files that have another path than at the last run: in the lab by their DID, here by their hash. Gives both sides and the
 * record of the last run under one path, so that the contents can be compared, and the moves that make it so. A direction that carries
 * no moves to one side compares that side under its former path.
 */
export function alignRenames(sides: Sides, hashes: Hashes, direction: Direction): Aligned {
  const aligned: Aligned = {
    local: new Map(sides.local),
    remote: new Map(sides.remote),
    base: new Map(sides.base),
    moves: [],
    conflicts: [],
  };
  const there = renamedThere(sides);
  const here: Rename[] = [];
  for (const [from, to] of renamedHere(sides, hashes, there)) {
    const inLab = there.get(from);
    if (inLab === undefined) here.push({ from, to });
    else addConflict(aligned, { from, to }, inLab);
    there.delete(from);
  }
  alignHere(aligned, sides, here, direction);
  alignThere(aligned, sides, [...inFreeOrder(there, sides)], direction);
  return aligned;
}

/** Former path → path in the lab, of files that are not at their former path any more. */
function renamedThere({ remote, base }: Sides): Map<string, string> {
  const paths = new Map([...remote].map(([path, { did }]) => [did, path]));
  const renamed = new Map<string, string>();
  for (const [from, { did }] of base) {
    const to = paths.get(did);
    if (to !== undefined && to !== from && remote.get(from)?.did !== did) renamed.set(from, to);
  }
  return renamed;
}

/** Former path → path here, of files that are gone from their former path, and have one of the same content that is new here. */
function renamedHere({ local, remote, base }: Sides, hashes: Hashes, there: ReadonlyMap<string, string>) {
  const added = [...local].filter(([path]) => !base.has(path) && !remote.has(path));
  const take = takeByEnd(added.map(([path, file]) => ({ path, sha256: hashes.get(file), size: file.size })));
  const renamed = new Map<string, string>();
  for (const [from, { did, sha256 }] of base) {
    if (local.has(from) || (remote.get(from)?.did !== did && !there.has(from))) continue;
    const to = take(from, sha256);
    if (to !== undefined) renamed.set(from, to);
  }
  return renamed;
}

/** As many names at the end of a path tell apart files of one content. */
const mostNames = 3;
const endOf = (path: string, names: number) => (names === 0 ? '' : path.split('/').slice(-names).join('/'));

/** Gives each new file of a content once: first the one whose path has most names at its end in common with the former one. */
function takeByEnd(files: readonly { path: string; sha256: string | undefined; size: number }[]) {
  const byEnd = new Map<string, string[]>();
  const taken = new Set<string>();
  // Every empty file has the same content: only its name tells whether it is the same file.
  for (const { path, sha256, size } of files)
    for (let names = size === 0 ? 1 : 0; names <= mostNames; names += 1) {
      const key = `${names} ${sha256} ${endOf(path, names)}`;
      const some = byEnd.get(key);
      if (some) some.push(path);
      else byEnd.set(key, [path]);
    }
  return (from: string, sha256: string): string | undefined => {
    for (let names = mostNames; names >= 0; names -= 1) {
      const some = byEnd.get(`${names} ${sha256} ${endOf(from, names)}`) ?? [];
      for (let path = some.pop(); path !== undefined; path = some.pop()) {
        if (taken.has(path)) continue;
        taken.add(path);
        return path;
      }
    }
    return undefined;
  };
}

/** Those that find their new path free here, or are gone here, in an order in which each does. */
function* inFreeOrder(renamed: ReadonlyMap<string, string>, { local, base }: Sides): Generator<Rename> {
  const sources = new Map([...renamed].map(([from, to]) => [to, from]));
  for (const [from, to] of renamed) {
    if (local.has(to)) continue;
    if (!local.has(from)) {
      if (!base.has(to)) yield { from, to };
      continue;
    }
    let rename: Rename | undefined = { from, to };
    while (rename) {
      yield rename;
      // Its former path is free now.
      const next = sources.get(rename.from);
      rename = next !== undefined && local.has(next) ? { from: next, to: rename.from } : undefined;
    }
  }
}

/** Puts files that were renamed here under one path: in the lab they follow, or (`down`) they are compared under their former path. */
function alignHere(aligned: Aligned, sides: Sides, renames: readonly Rename[], direction: Direction): void {
  const isDown = direction === 'down';
  for (const { from, to } of renames) {
    if (isDown) aligned.local.delete(to);
    else for (const side of [aligned.remote, aligned.base]) side.delete(from);
  }
  for (const { from, to } of renames) {
    const [file, inLab, before] = [sides.local.get(to), sides.remote.get(from), sides.base.get(from)];
    if (!file || !inLab || !before) continue;
    const { accessLevel } = inLab;
    const path = isDown ? from : to;
    const base = { ...before, path, stamp: file.stamp };
    aligned.base.set(path, base);
    aligned.local.set(path, file);
    aligned.remote.set(path, isDown ? inLab : { ...inLab, path });
    if (!isDown) aligned.moves.push({ kind: 'moveThere', path, from, local: file, base, accessLevel });
  }
}

/** The same for files that were renamed in the lab: here they follow, or (`up`) they are compared under their former path. */
function alignThere(aligned: Aligned, sides: Sides, renames: readonly Rename[], direction: Direction): void {
  const isUp = direction === 'up';
  for (const { from, to } of renames) {
    if (isUp) aligned.remote.delete(to);
    else for (const side of [aligned.local, aligned.base]) side.delete(from);
  }
  for (const { from, to } of renames) {
    const [file, inLab, before] = [sides.local.get(from), sides.remote.get(to), sides.base.get(from)];
    if (!inLab || !before) continue;
    if (isUp) {
      aligned.remote.set(from, inLab);
      continue;
    }
    const base = { ...before, path: to };
    aligned.base.set(to, base);
    if (!file) continue;
    aligned.local.set(to, file);
    aligned.moves.push({
      kind: 'moveHere',
      path: to,
      from,
      local: file,
      base,
      accessLevel: inLab.accessLevel,
    });
  }
}

function addConflict({ local, remote, base, conflicts }: Aligned, { from, to }: Rename, inLab: string): void {
  for (const side of [local, remote, base]) for (const path of [from, to, inLab]) side.delete(path);
  const reason = `was ${from}; renamed to this here, and to ${inLab} in the lab`;
  conflicts.push({ kind: 'conflict', path: to, reason, local: null, sha256: null, remote: null });
}

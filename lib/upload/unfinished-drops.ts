import { type AccessLevel, accessLevels } from '@labroom/protocol/access-level';
import { unfinishedPrefix } from './tray.ts';
import type { UploadLab } from './upload-item.ts';

/** The access that was chosen for a drop, without its conditions. */
export interface ChosenAccess {
  level: AccessLevel;
  /** Amount of the lab's token that a holder needs, as typed. */
  minimum?: string | undefined;
}

/** Files that were queued together and are not finished. It holds no keys, content or descriptions. */
export interface UnfinishedDrop {
  lab: UploadLab;
  /** The wallet that queued them. */
  changeBy: string;
  access: ChosenAccess;
  paths: readonly string[];
}

/** A drop that a reload or a closed tab has interrupted. */
export interface InterruptedDrop extends UnfinishedDrop {
  key: string;
}

interface Browser {
  localStorage: Storage;
  navigator: { locks?: Pick<LockManager, 'query' | 'request'> };
}

// About 60 bytes each.
const MAX_REMEMBERED = 5_000;

export const newDropKey = () => unfinishedPrefix + crypto.randomUUID();

/** The keys of all drops that are remembered. */
export function rememberedDrops(browser: Pick<Browser, 'localStorage'>): Set<string> {
  const keys = attempt(() => Object.keys(browser.localStorage)) ?? [];
  return new Set(keys.filter((key) => key.startsWith(unfinishedPrefix)));
}

/**
 * Remembers a drop until all its paths are forgotten. Returns a function that forgets a path. A lock marks the drop as
 * running, so that other tabs do not report it as interrupted. If the browser stores nothing, nothing is remembered.
 */
export function rememberDrop(
  browser: Browser,
  drop: UnfinishedDrop,
  key = newDropKey(),
): (path: string) => void {
  const paths = new Set(drop.paths);
  const finished = Promise.withResolvers<void>();
  browser.navigator.locks?.request(key, () => finished.promise).catch(() => undefined);
  write(browser, key, drop);
  let willWrite = false;
  return (path) => {
    paths.delete(path);
    if (paths.size === 0) finished.resolve();
    // Paths that are forgotten together are written once.
    if (willWrite) return;
    willWrite = true;
    queueMicrotask(() => {
      willWrite = false;
      write(browser, key, { ...drop, paths: [...paths] });
    });
  };
}

/** The interrupted drops of a wallet. */
export async function interruptedDrops(browser: Browser, wallet: string): Promise<InterruptedDrop[]> {
  const { held = [] } = (await browser.navigator.locks?.query()) ?? {};
  const running = new Set(held.map(({ name }) => name));
  return [...rememberedDrops(browser)]
    .filter((key) => !running.has(key))
    .map((key) => ({ key, drop: read(browser, key) }))
    .flatMap(({ key, drop }) => (drop?.changeBy === wallet ? [{ ...drop, key }] : []));
}

/** Forgets paths of an interrupted drop; without `paths`, all of it. */
export function forgetInterrupted(
  browser: Browser,
  { key, ...drop }: InterruptedDrop,
  paths: ReadonlySet<string> = new Set(drop.paths),
): void {
  write(browser, key, { ...drop, paths: drop.paths.filter((path) => !paths.has(path)) });
}

function write(browser: Browser, key: string, drop: UnfinishedDrop): void {
  attempt(() => {
    if (drop.paths.length === 0) browser.localStorage.removeItem(key);
    else
      browser.localStorage.setItem(
        key,
        JSON.stringify({ ...drop, paths: drop.paths.slice(0, MAX_REMEMBERED) }),
      );
  });
}

function read(browser: Browser, key: string): UnfinishedDrop | null {
  const drop = attempt((): unknown => JSON.parse(browser.localStorage.getItem(key) ?? ''));
  if (isDrop(drop)) return drop;
  attempt(() => browser.localStorage.removeItem(key));
  return null;
}

function isDrop(value: unknown): value is UnfinishedDrop {
  if (!isRecord(value) || !isRecord(value.lab) || !isRecord(value.access)) return false;
  const { lab, access, changeBy, paths } = value;
  return (
    [lab.oclId, lab.shortname, lab.name, changeBy].every((one) => typeof one === 'string') &&
    accessLevels.some((level) => level === access.level) &&
    ['string', 'undefined'].includes(typeof access.minimum) &&
    Array.isArray(paths) &&
    paths.length > 0 &&
    paths.every((path) => typeof path === 'string')
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

// Storage throws in private windows, on full disks and if site data is blocked.
function attempt<Value>(step: () => Value): Value | undefined {
  try {
    return step();
  } catch {
    return undefined;
  }
}

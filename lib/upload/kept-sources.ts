import { answerOf, openDatabase } from './indexed-db.ts';

/** A dropped file or folder. Browsers with the File System Access API keep its handle over a reload, without its content. */
export interface Source {
  handle: FileSystemHandle;
  /** Its path in the data room. */
  path: string;
}

type Permitted = FileSystemHandle & {
  queryPermission?(options: { mode: 'read' }): Promise<PermissionState>;
  requestPermission?(options: { mode: 'read' }): Promise<PermissionState>;
};

const handles = new WeakMap<File, { handle: FileSystemHandle; path: string }>();

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '' && segment !== '.');

/** Notes from which handle each dropped file came. `path` is relative to the drop. */
export function noteHandles(
  files: readonly { file: File; path: string }[],
  dropped: readonly FileSystemHandle[],
): void {
  const byName = new Map(dropped.map((handle) => [handle.name, handle]));
  for (const { file, path } of files) {
    const handle = byName.get(segmentsOf(path)[0] ?? '');
    if (handle) handles.set(file, { handle, path });
  }
}

/** The dropped files and folders that uploads came from. `path` is that in the data room. */
export function sourcesOf(files: readonly { file: File; path: string }[]): Source[] {
  const sources = new Map<FileSystemHandle, Source>();
  for (const { file, path } of files) {
    const noted = handles.get(file);
    if (!noted) continue;
    const segments = segmentsOf(path);
    const below = segmentsOf(noted.path).length - 1;
    const own = segments.slice(0, segments.length - below).join('/');
    sources.set(noted.handle, { handle: noted.handle, path: own });
  }
  return [...sources.values()];
}

/**
 * Reads the wanted files of sources, by their paths in the data room. Asks for permission, so the user must have just
 * clicked. Files that are gone are left out.
 */
export async function readSources(
  sources: readonly Source[],
  wanted: readonly string[],
): Promise<{ file: File; path: string }[]> {
  const found: { file: File; path: string }[] = [];
  for (const { handle, path } of sources) {
    if (!(await isPermitted(handle))) continue;
    for (const one of wanted) {
      const file = await fileOf(handle, path, one).catch(() => null);
      if (!file) continue;
      found.push({ file, path: one });
      // It can be kept again, should this upload be interrupted too.
      handles.set(file, { handle, path: handle.name + one.slice(path.length) });
    }
  }
  return found;
}

async function isPermitted(handle: Permitted): Promise<boolean> {
  const now = await handle.queryPermission?.({ mode: 'read' });
  return now === 'granted' || (await handle.requestPermission?.({ mode: 'read' })) === 'granted';
}

async function fileOf(handle: FileSystemHandle, path: string, wanted: string): Promise<File | null> {
  if (handle.kind === 'file') return wanted === path ? (handle as FileSystemFileHandle).getFile() : null;
  if (!wanted.startsWith(`${path}/`)) return null;
  const segments = wanted.slice(path.length + 1).split('/');
  let folder = handle as FileSystemDirectoryHandle;
  for (const name of segments.slice(0, -1)) folder = await folder.getDirectoryHandle(name);
  return (await folder.getFileHandle(segments.at(-1) ?? '')).getFile();
}

const STORE = 'sources';

/** Keeps the sources of a drop. Does nothing if the browser stores nothing. */
export async function keepSources(key: string, sources: readonly Source[]): Promise<void> {
  if (sources.length === 0) return;
  await inStore('readwrite', (store) => store.put(sources, key)).catch(() => undefined);
}

/** The sources of drops. Those of all others but `remembered` are forgotten. */
export async function keptSources(
  keys: readonly string[],
  remembered: ReadonlySet<string>,
): Promise<Source[]> {
  try {
    for (const key of await inStore('readonly', (store) => store.getAllKeys()))
      if (!remembered.has(String(key))) await inStore('readwrite', (store) => store.delete(key));
    const kept = await Promise.all(
      keys.map((key) => inStore('readonly', (store): IDBRequest<Source[] | undefined> => store.get(key))),
    );
    return kept.flatMap((sources) => sources ?? []);
  } catch {
    return [];
  }
}

async function inStore<Value>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const database = await openDatabase('labroom-uploads', [STORE]);
  try {
    return await answerOf(ask(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

import type { RememberedUpload, UploadMemory } from './upload-memory.ts';

// About 150 bytes per entry. The oldest entries are dropped first.
const MAX_REMEMBERED = 5_000;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The uploads of one lab, stored across reloads: paths, sizes and, for finished uploads, the hash of the content. It
 * holds no keys, content or descriptions. If the browser stores nothing, nothing is remembered.
 */
export function storedUploadMemory(store: () => Store, oclId: string): UploadMemory {
  const key = `labroom.uploads.${oclId}`;
  const known = read(attempt(() => store().getItem(key)) ?? '[]');
  const write = () =>
    attempt(() => {
      if (known.size === 0) store().removeItem(key);
      else store().setItem(key, JSON.stringify([...known]));
    });
  return {
    recall: (path) => known.get(path),
    remember(uploads) {
      for (const [path, upload] of uploads) {
        known.delete(path);
        known.set(path, upload);
      }
      for (const oldest of known.keys()) {
        if (known.size <= MAX_REMEMBERED) break;
        known.delete(oldest);
      }
      write();
    },
    forget(paths) {
      for (const path of paths) known.delete(path);
      write();
    },
    unfinished: () => [...known].filter(([, { done }]) => done === null).map(([path]) => path),
  };
}

function read(json: string): Map<string, RememberedUpload> {
  const parsed = attempt((): unknown => JSON.parse(json));
  return new Map(Array.isArray(parsed) ? parsed.filter(isEntry) : []);
}

function isEntry(entry: unknown): entry is [string, RememberedUpload] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string' || !isRecord(entry[1])) return false;
  const { size, done } = entry[1];
  if (typeof size !== 'number') return false;
  if (done === null) return true;
  return (
    isRecord(done) &&
    typeof done.did === 'string' &&
    typeof done.version === 'number' &&
    typeof done.contentHash === 'string'
  );
}

// Storage throws in private windows, on full disks and if site data is blocked.
function attempt<Value>(step: () => Value): Value | undefined {
  try {
    return step();
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

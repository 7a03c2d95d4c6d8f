import type { RememberedUpload, UploadMemory } from './upload-memory.ts';

// Some 150 bytes each; the oldest go first.
const MOST_REMEMBERED = 5_000;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The uploads of one lab, kept by the browser across reloads: paths, sizes, and what was finished with the hash of its
 * content. No keys, no content, no descriptions. A browser that keeps nothing only forgets.
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
        if (known.size <= MOST_REMEMBERED) break;
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

// Browsers refuse by throwing: private windows, full disks, blocked site data.
function attempt<Value>(step: () => Value): Value | undefined {
  try {
    return step();
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

import {
  type KeptUploads,
  keptNowhere,
  type PartLedger,
  type UploadInParts,
} from '@labroom/client/upload/kept-uploads';
import { answerOf, openDatabase } from './indexed-db.ts';

// [Note: kept keys] A CryptoKey that cannot be extracted is stored with the upload, until the upload is finished or has expired. The page never
// sees its bytes, but the browser writes them to its profile on disk, where the file itself is readable, too.

interface Kept extends UploadInParts {
  /** Names the hashes of its parts. Another upload of the same file has other ones. */
  ledger: string;
}

const [UPLOADS, HASHES] = ['uploads', 'hashes'];

/** Keeps uploads in parts over a reload, for all tabs. If the browser stores nothing, they are kept in memory. */
export const keptInBrowser: KeptUploads = {
  async find(id) {
    const kept = await inStores((uploads) => uploads.get(id) as IDBRequest<Kept | undefined>).catch(
      () => undefined,
    );
    if (!kept) return null;
    // An earlier version kept no key for the list of chunks.
    const isWhole = !kept.sealing || 'chunks' in kept.sealing.key;
    if (isWhole && Date.parse(kept.expiresAt) > Date.now())
      return { upload: kept, ledger: ledgerOf(kept.ledger) };
    await this.forget(id);
    return null;
  },

  async keep(id, upload) {
    const ledger = crypto.randomUUID();
    try {
      await forgetExpired();
      await inStores((uploads) => uploads.put({ ...upload, ledger } satisfies Kept, id));
      return ledgerOf(ledger);
    } catch {
      return keptNowhere.keep(id, upload, null);
    }
  },

  async forget(id) {
    await inStores((uploads, hashes) => {
      const reading = uploads.get(id) as IDBRequest<Kept | undefined>;
      reading.onsuccess = () => {
        if (reading.result) hashes.delete(hashesOf(reading.result.ledger));
      };
      return uploads.delete(id);
    }).catch(() => {});
  },
};

/** The uploads that are kept for paths of a lab, with their ids. */
export async function keptAt(
  oclId: string,
  paths: readonly string[],
): Promise<(UploadInParts & { id: string })[]> {
  const wanted = new Set(paths);
  const found: (UploadInParts & { id: string })[] = [];
  for (const key of await inStores((uploads) => uploads.getAllKeys())) {
    const kept = await inStores((uploads) => uploads.get(key) as IDBRequest<Kept | undefined>);
    if (kept?.place?.oclId === oclId && wanted.has(kept.place.path)) found.push({ ...kept, id: String(key) });
  }
  return found;
}

function ledgerOf(ledger: string): PartLedger {
  return {
    async record(number, sha256) {
      let before: string | null = null;
      await inStores((_, hashes) => {
        const reading = hashes.get([ledger, number]) as IDBRequest<string | undefined>;
        reading.onsuccess = () => {
          before = reading.result ?? null;
          if (before === null) hashes.put(sha256, [ledger, number]);
        };
        return reading;
      });
      return before;
    },
  };
}

async function forgetExpired(): Promise<void> {
  const ids = await inStores((uploads) => uploads.getAllKeys());
  // Finding one that has expired forgets it.
  for (const id of ids) await keptInBrowser.find(String(id));
}

const hashesOf = (ledger: string) => IDBKeyRange.bound([ledger], [ledger, []]);

/** Resolves when what was written is on the disk: a part may leave only then. */
async function inStores<Value>(
  ask: (uploads: IDBObjectStore, hashes: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const database = await openDatabase('labroom-parts', [UPLOADS, HASHES]);
  try {
    const transaction = database.transaction([UPLOADS, HASHES], 'readwrite', { durability: 'strict' });
    const done = Promise.withResolvers<void>();
    transaction.oncomplete = () => done.resolve();
    transaction.onabort = () => done.reject(transaction.error);
    const asked = ask(transaction.objectStore(UPLOADS), transaction.objectStore(HASHES));
    const [answer] = await Promise.all([answerOf(asked), done.promise]);
    return answer;
  } finally {
    database.close();
  }
}

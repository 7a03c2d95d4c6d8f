import {
  type ListedReaderFieldsFragment,
  ShareFilesDocument,
  SharingDocument,
} from '@labroom/client/documents';
import { callApi } from '../api/browser.ts';

/** The service shares at most this many files in one call (`docs/specification/files.md#sharing`). */
export const MOST_FILES = 100;

const AT_A_TIME = 6;

/** An encrypted file as its sharing names it. */
export interface SharedFile {
  did: string;
  path: string;
  version: number;
  contentHash: string;
  /** `null` where the service does not say it, because the wallet has no role in the lab. */
  readers: readonly ListedReaderFieldsFragment[] | null;
}

/** Reads files with those who have them. Public ones and those that are gone are left out. Errors: `LabroomError`. */
export async function readSharing(oclId: string, paths: readonly string[]): Promise<SharedFile[]> {
  const found: SharedFile[] = [];
  for (let start = 0; start < paths.length; start += AT_A_TIME) {
    const some = paths.slice(start, start + AT_A_TIME);
    const answers = await Promise.all(some.map((path) => callApi(SharingDocument, { oclId, path })));
    for (const { dataRoomFile: file } of answers) {
      if (!file?.contentHash || file.accessLevel === 'PUBLIC') continue;
      const { did, path, version, contentHash, sharedWith } = file;
      found.push({ did, path, version, contentHash, readers: sharedWith });
    }
  }
  return found;
}

/**
 * Lets those on one list open the newest versions of files, and returns the subject of the list. It opens nothing to anybody
 * before a writer has put them on the list. Errors: `LabroomError`.
 */
export async function openToList(oclId: string, files: readonly SharedFile[]): Promise<`0x${string}`> {
  const { shareFiles } = await callApi(ShareFilesDocument, {
    oclId,
    files: files.map(({ did, version, contentHash }) => ({ ref: did, versions: [{ version, contentHash }] })),
  });
  if (!shareFiles.subject) throw new Error('The service shared the files without naming their list.');
  return shareFiles.subject as `0x${string}`;
}

/** Somebody who has files by one list, and which of the read files that list opens. */
export interface Holder {
  subject: `0x${string}`;
  reader: `0x${string}`;
  expiry: string | null;
  paths: readonly string[];
}

/** Those whose entries stand, each list once. */
export function holdersOf(files: readonly SharedFile[]): Holder[] {
  const holders = new Map<string, Holder>();
  for (const { path, readers } of files) {
    for (const { subject, reader, expiry, stands } of readers ?? []) {
      if (!stands) continue;
      const key = `${subject} ${reader}`;
      const { paths } = holders.get(key) ?? { paths: [] };
      holders.set(key, {
        subject: subject as `0x${string}`,
        reader: reader as `0x${string}`,
        expiry,
        paths: [...paths, path],
      });
    }
  }
  return [...holders.values()];
}

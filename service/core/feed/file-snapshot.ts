import { storedHash } from '@labroom/protocol/content-hash';
import type { FileSnapshot } from '#platform/db/tables/activity.ts';
import type { FileRow, VersionRow } from '#platform/db/tables/files.ts';

/** The texts of a snapshot, removed. */
export const noText = {
  description: null,
  contentText: null,
  changeNote: null,
  tags: [],
  categories: [],
} satisfies Partial<FileSnapshot>;

/** What a change did to who can open a file. */
export interface AccessChange {
  previousAccessLevel: string;
  /** Earlier plaintext versions of an encrypted file, ascending. */
  publicVersions: number[];
}

export function snapshotOf(
  file: Omit<FileSnapshot, 'ref' | 'contentType' | 'contentHash' | 'changeNote'> & Pick<FileRow, 'did'>,
  version: Pick<VersionRow, 'contentType' | 'sha256'>,
  change?: AccessChange,
): FileSnapshot {
  return {
    ref: file.did,
    path: file.path,
    tags: file.tags,
    description: file.description,
    version: file.version,
    accessLevel: file.accessLevel,
    categories: file.categories,
    contentType: version.contentType,
    contentHash: storedHash(version.sha256),
    contentText: file.contentText,
    ...(change &&
      change.previousAccessLevel !== file.accessLevel && { previousAccessLevel: change.previousAccessLevel }),
    ...(change?.publicVersions.length && { publicVersions: change.publicVersions }),
  };
}

/** What the feed keeps about a deleted file. */
export function withoutText(snapshot: FileSnapshot): FileSnapshot {
  return { ...snapshot, ...noText };
}

/** Bytes of text that a feed entry counts towards its lab, until the file is deleted. */
export function textBytesOf(snapshot: Pick<FileSnapshot, keyof typeof noText>): number {
  const { description, contentText, changeNote, tags, categories } = snapshot;
  const words = [description ?? '', contentText ?? '', changeNote ?? '', ...tags, ...categories];
  return words.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

import type { FileSnapshot } from '../db/tables/activity.ts';
import type { FileRow, VersionRow } from './file-store.ts';

/** A file as the feed remembers it. */
export function snapshotOf(file: FileRow, version: VersionRow): FileSnapshot {
  return {
    ref: file.did,
    path: file.path,
    tags: file.tags,
    description: file.description,
    version: file.version,
    accessLevel: file.accessLevel,
    categories: file.categories,
    contentType: version.contentType,
    contentHash: `sha256:${version.sha256}`,
    contentText: file.contentText,
  };
}

/** What an entry of the feed costs its lab: the words about the file, which stay there for good. */
export function textBytesOf({ description, contentText, tags, categories }: FileSnapshot): number {
  const words = [description ?? '', contentText ?? '', ...tags, ...categories];
  return words.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

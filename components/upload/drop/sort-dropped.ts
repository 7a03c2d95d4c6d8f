import { createLeavingOut, type IgnoreFile, ignoreFiles } from '@labroom/protocol/litter';
import type { DroppedFile } from '../../core/drop/dropped-files.ts';

export interface SortedDrop {
  kept: readonly DroppedFile[];
  leftOut: readonly { path: string; reason: string }[];
}

/** Longer ones are not read. */
const MAX_IGNORE_BYTES = 1_000_000;

/** Separates what a drop is about from litter, and from what its `.gitignore` and `.labroomignore` name. */
export async function sortDropped(dropped: readonly DroppedFile[]): Promise<SortedDrop> {
  const rules: IgnoreFile[] = [];
  for (const { file, path } of dropped) {
    const name = ignoreFiles.find((one) => one === file.name);
    const folder = plain(path).slice(0, plain(path).lastIndexOf('/') + 1);
    if (name && file.size <= MAX_IGNORE_BYTES) rules.push({ folder, name, text: await file.text() });
  }
  const reasonOf = createLeavingOut(rules);
  const leftOut: { path: string; reason: string }[] = [];
  const kept = dropped.filter(({ path }) => {
    const reason = reasonOf(plain(path));
    if (reason) leftOut.push({ path, reason });
    return reason === null;
  });
  return { kept, leftOut };
}

/** `./a/b`, `/a/b` and `a/b` are the same. */
const plain = (path: string) =>
  path
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/');

import type { DroppedFile } from '../../core/drop/dropped-files.ts';

/** Files that were dropped on another page of the lab, until its data room opens. */
let carried: readonly DroppedFile[] | null = null;

export function carryFiles(files: readonly DroppedFile[]): void {
  carried = files;
}

/** Returns the carried files once. */
export function takeCarriedFiles(): readonly DroppedFile[] | null {
  const files = carried;
  carried = null;
  return files;
}

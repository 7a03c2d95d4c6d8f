'use client';
import type { ExistingFile } from '@labroom/client/upload/upload-ports';
import { type AccessLevel, accessLevels } from '@labroom/protocol/access-level';
import { useState } from 'react';
import type { EarlyChoice } from '#lib/upload/conflicts.ts';

/** A dropped file whose path exists already. */
export interface ExistingInDrop {
  /** Path in the data room. */
  path: string;
  version: number;
  level: AccessLevel;
}

export interface Existing {
  files: readonly ExistingInDrop[];
  choice: EarlyChoice;
  choose: (choice: EarlyChoice) => void;
  /** The access that the new version of a file keeps; `undefined` for a new file. */
  keptBy(path: string): AccessLevel | undefined;
  /** Whether a file is not uploaded. */
  isSkipped(path: string): boolean;
}

/**
 * Which files of a drop exist already, and what becomes of them. Files with the level of a later service are left to the tray,
 * which asks about each.
 * @param paths where the files go in the data room
 */
export function useExisting(
  paths: readonly string[],
  known: ReadonlyMap<string, ExistingFile> | undefined,
): Existing {
  const [choice, choose] = useState<EarlyChoice>('newVersion');
  const files = paths.flatMap((path): ExistingInDrop[] => {
    const found = known?.get(path);
    const level = accessLevels.find((one) => one === found?.accessLevel);
    return found && level ? [{ path, version: found.version, level }] : [];
  });
  const levels = new Map(files.map(({ path, level }) => [path, level]));
  return {
    files,
    choice,
    choose,
    keptBy: (path) => (choice === 'newVersion' ? levels.get(path) : undefined),
    isSkipped: (path) => choice === 'skip' && levels.has(path),
  };
}

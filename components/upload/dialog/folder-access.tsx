'use client';
import type { AccessLevel } from '@labroom/protocol/access-level';
import { accessLevelName, accessLevelNames } from '@labroom/protocol/access-level';
import { Folder } from 'lucide-react';
import { Name } from '#components/ui/name.tsx';
import { Select } from '#components/ui/select.tsx';
import { visibleName } from '#lib/names/visible-name.ts';
import type { DroppedFolder } from '../drop/dropped-folders.ts';

/** Folders with access of their own, by prefix. */
export type FolderLevels = ReadonlyMap<string, 'ADMIN' | 'PUBLIC'>;

interface FolderAccessProps {
  folders: readonly DroppedFolder[];
  /** Access of every folder without its own. */
  level: AccessLevel;
  value: FolderLevels;
  onChange: (value: FolderLevels) => void;
}

/** Chooses who can open single folders of a drop. */
export function FolderAccess({ folders, level, value, onChange }: FolderAccessProps) {
  function choose(prefix: string, chosen: string) {
    const next = new Map(value);
    if (chosen === 'ADMIN' || chosen === 'PUBLIC') next.set(prefix, chosen);
    else next.delete(prefix);
    onChange(next);
  }
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">Folders with other access</legend>
      <ul className="mt-1 max-h-60 divide-y divide-line overflow-y-auto rounded border border-line text-sm">
        {folders.map(({ prefix, name, fileCount }) => (
          <li key={prefix} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
            <Folder aria-hidden className="size-5 shrink-0 text-acc" />
            <span className="min-w-0 flex-1 truncate max-sm:basis-40" title={visibleName(name)}>
              <Name>{name}</Name>{' '}
              <span className="text-ink2">{fileCount === 1 ? '1 file' : `${fileCount} files`}</span>
            </span>
            <Select
              aria-label={`Who may open ${visibleName(name)}`}
              className="w-48 max-sm:ml-8 max-sm:w-full"
              value={value.get(prefix) ?? ''}
              onChange={({ target }) => choose(prefix, target.value)}
            >
              <option value="">As above: {accessLevelName(level)}</option>
              <option value="ADMIN">{accessLevelNames.ADMIN}</option>
              <option value="PUBLIC">{accessLevelNames.PUBLIC}</option>
            </Select>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

'use client';
import { fileKindOf } from '@labroom/formats/file-kind';
import { Command } from 'cmdk';
import { Building2 } from 'lucide-react';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { shortPath } from '#lib/names/short-path.ts';
import type { RecentPlaces } from '#lib/recent/recent-places.ts';
import { EntryIcon } from '../../core/data-room/entry-icon.tsx';
import { PaletteItem } from './palette-item.tsx';

export const groupClass =
  'py-2 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:text-ink2';

/** Of each kind, so that the pages below stay near. */
const shown = 5;

interface RecentGroupsProps {
  recent: RecentPlaces;
  onGo(path: string): void;
}

/** The files and labs that this browser opened last. */
export function RecentGroups({ recent: { labs, files }, onGo }: RecentGroupsProps) {
  return (
    <>
      {files.length > 0 && (
        <Command.Group heading="Recent files" className={groupClass}>
          {files.slice(0, shown).map(({ shortname, title, path, contentType }) => {
            const href = filePath(shortname, path);
            return (
              <PaletteItem
                key={href}
                icon={<EntryIcon kind={fileKindOf(contentType)} />}
                value={`recent ${href}`}
                name={shortPath(path, 60)}
                beside={title}
                onSelect={() => onGo(href)}
              />
            );
          })}
        </Command.Group>
      )}
      {labs.length > 0 && (
        <Command.Group heading="Recent labs" className={groupClass}>
          {labs.slice(0, shown).map(({ oclId, shortname, title }) => (
            <PaletteItem
              key={oclId}
              icon={<Building2 />}
              value={`recent ${oclId}`}
              name={title}
              beside={shortname}
              onSelect={() => onGo(labPath(shortname))}
            />
          ))}
        </Command.Group>
      )}
    </>
  );
}

'use client';
import { FileAtPathDocument } from '@labroom/client/documents';
import { type FileDetail, versionOf } from '@labroom/client/download/download-api';
import type { AccessLevel } from '@labroom/protocol/access-level';
import { useMemo, useState } from 'react';
import { callApi } from '#lib/api/browser.ts';
import { useRead } from '#lib/reading/use-read.ts';
import { toDataRoomPath } from '#lib/upload/data-room-path.ts';
import { commonFolder, type ProposedAccess, proposeAccess } from '#lib/upload/proposed-access.ts';
import type { UploadSettings } from '#lib/upload/upload-item.ts';
import { type Access, useAccess } from '../../core/access/use-access.ts';
import { useDataRoom } from '../../core/data-room/data-room-context.tsx';
import { knownFiles } from '../../core/data-room/known-files.ts';
import type { DroppedFile } from '../../core/drop/dropped-files.ts';
import { type DroppedFolder, foldersOfDrop } from '../drop/dropped-folders.ts';
import type { FolderLevels } from './folder-access.tsx';
import type { Continued } from './use-continued.ts';
import { type Existing, useExisting } from './use-existing.ts';

interface DropAccess {
  access: Access;
  /** The access of the folder of new files, which is the first choice. */
  proposed: ProposedAccess | null;
  /** Whether all known files of the folder that is like this drop are the team's. */
  isTeamFolder: boolean;
  existing: Existing;
  folders: readonly DroppedFolder[];
  folderLevels: FolderLevels;
  setFolderLevels: (levels: FolderLevels) => void;
  /** The files that are uploaded: without those that exist and are skipped. */
  uploaded: readonly DroppedFile[];
  /** Whether a file, by its path in the drop, takes the access that is chosen here: it replaces none. */
  isNew(path: string): boolean;
  /** The access of a dropped file, by its path in the drop: that of the file it replaces, that of its folder, or else the one for all. */
  wantedIn<ForAll>(path: string, forAll: ForAll): UploadSettings['access'] | ForAll;
}

interface Drop {
  dropped: readonly DroppedFile[];
  newVersionOf: FileDetail | undefined;
  /** Of an interrupted upload that continues, what exists is not asked about: most of it was uploaded just before. */
  continued: Continued;
}

/** Who can open the files of a drop: a new version keeps the access of its file, and a new file is proposed that of its folder. */
export function useDropAccess({ dropped, newVersionOf, continued }: Drop): DropAccess {
  const { lab, location } = useDataRoom();
  const { folder } = location;
  const paths = useMemo(
    () => new Map(dropped.map(({ path }) => [path, pathInRoom(folder, path)])),
    [dropped, folder],
  );
  const inRoom = (path: string) => paths.get(path) ?? pathInRoom(folder, path);
  const known = knownFiles.get(lab.oclId);
  const existing = useExisting(newVersionOf || continued.isContinued ? [] : [...paths.values()], known);
  const propose = useMemo(
    () => proposeAccess([...(known ?? [])].map(([path, { accessLevel }]) => ({ path, accessLevel }))),
    [known],
  );
  const uploaded = dropped.filter(({ path }) => !existing.isSkipped(inRoom(path)));
  const isNew = (path: string) => existing.keptBy(inRoom(path)) === undefined;
  const fresh = uploaded.filter(({ path }) => isNew(path));
  const proposed = newVersionOf ? null : propose(commonFolder(fresh.map(({ path }) => inRoom(path))));
  const { level: before, conditions } = useBefore(lab.oclId, newVersionOf, proposed);
  const access = useAccess(before, continued.access, conditions);

  const folders = useMemo(() => (newVersionOf ? [] : foldersOfDrop(dropped)), [newVersionOf, dropped]);
  const [chosenLevels, setFolderLevels] = useState<FolderLevels | null>(null);
  const folderLevels =
    chosenLevels ??
    proposedLevels(
      folders.map(({ prefix }) => ({ prefix, proposed: ownAccess(propose, inRoom(prefix)) })),
      access.level,
    );

  function wantedIn<ForAll>(path: string, forAll: ForAll): UploadSettings['access'] | ForAll {
    const kept = existing.keptBy(inRoom(path));
    if (kept === 'PUBLIC') return { level: kept };
    // The upload asks for the conditions that the file has then.
    if (kept) return { level: kept, conditions: access.team.conditions };
    const [, own] = [...folderLevels].find(([prefix]) => path.startsWith(prefix)) ?? [];
    if (!own) return forAll;
    return own === 'PUBLIC' ? { level: own } : access.team;
  }
  const isTeamFolder =
    proposed?.level === 'ADMIN' &&
    [...(known ?? [])].every(
      ([path, { accessLevel }]) =>
        accessLevel === 'ADMIN' || (proposed.folder !== '' && !path.startsWith(`${proposed.folder}/`)),
    );
  return {
    access,
    proposed,
    isTeamFolder,
    existing,
    folders,
    folderLevels,
    setFolderLevels,
    uploaded,
    isNew,
    wantedIn,
  };
}

function pathInRoom(folder: string, path: string): string {
  const to = toDataRoomPath(folder === '' ? [] : folder.split('/'), path);
  return 'path' in to ? to.path : path;
}

interface Before {
  level: string | undefined;
  /** Of an encrypted file, JSON. */
  conditions: string | undefined;
}

/** The access before the user chooses. For holders it has the minimum of the file or folder; until that is known, the team. */
function useBefore(
  oclId: string,
  newVersionOf: FileDetail | undefined,
  proposed: ProposedAccess | null,
): Before {
  const example = proposed?.level === 'HOLDERS' ? proposed.example : null;
  const { data } = useRead({
    key: ['conditions of a folder', oclId, example ?? ''],
    read: ({ signal }) => callApi(FileAtPathDocument, { oclId, path: example ?? '' }, signal),
    pause: example === null,
  });
  if (newVersionOf) {
    const conditions = versionOf(newVersionOf)?.encryption?.accessControlConditions;
    return { level: newVersionOf.accessLevel, conditions };
  }
  if (example === null) return { level: proposed?.level, conditions: undefined };
  const conditions = data?.dataRoomFile?.encryptionMetadata?.accessControlConditions;
  return { level: conditions && 'HOLDERS', conditions };
}

const ownAccess = (propose: ReturnType<typeof proposeAccess>, folder: string) => {
  const proposed = propose(folder);
  return proposed?.folder === folder ? proposed.level : null;
};

/** Of the folders of the drop that exist, those whose files have other access than the rest of the drop. */
function proposedLevels(
  folders: readonly { prefix: string; proposed: AccessLevel | null }[],
  level: AccessLevel,
): FolderLevels {
  return new Map(
    folders.flatMap(({ prefix, proposed }) =>
      proposed === null || proposed === level
        ? []
        : [[prefix, proposed === 'PUBLIC' ? 'PUBLIC' : 'ADMIN'] as const],
    ),
  );
}

import type { LabRoomQuery } from '@labroom/client/documents';
import { visibleName } from '#lib/names/visible-name.ts';

export type RoomFolder = NonNullable<LabRoomQuery['labWithDataRoomAndFiles']>['dataRoom']['folders'][number];

/** Readers of a data room, each of whom opens what the one before opens. */
export const readers = [
  { id: 'anyone', name: 'Anyone', levels: ['PUBLIC'] },
  { id: 'holder', name: 'A token holder', levels: ['PUBLIC', 'HOLDERS'] },
  { id: 'team', name: 'The team', levels: ['PUBLIC', 'HOLDERS', 'ADMIN'] },
] as const;

export type Reader = (typeof readers)[number];

export const filesOf = (folders: readonly RoomFolder[]) =>
  folders.reduce((sum, { fileCount }) => sum + fileCount, 0);

/** The part of a data room that a reader can open. */
export function openedBy({ levels }: Reader, folders: readonly RoomFolder[]): RoomFolder[] {
  return folders.filter(({ accessLevel }) => levels.some((level) => level === accessLevel));
}

/** Names of folders for a sentence. */
export const folderName = ({ name }: RoomFolder) => (name === null ? 'other files' : visibleName(name));

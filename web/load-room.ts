import 'server-only';
import { type LabCardFragment, LabRoomDocument, type LabRoomQuery } from '@labroom/client/documents';
import { queryOutcome } from './query-service.ts';

type Folders = NonNullable<LabRoomQuery['labWithDataRoomAndFiles']>['dataRoom']['folders'];

/** A lab with the top-level folders of its data room; without folders if they cannot be loaded. */
export interface LabRoom {
  lab: LabCardFragment;
  folders: Folders;
}

export async function loadRoom(lab: LabCardFragment): Promise<LabRoom> {
  if (lab.fileCount === 0) return { lab, folders: [] };
  const outcome = await queryOutcome(LabRoomDocument, { oclId: lab.oclId });
  if (!outcome.ok) return { lab, folders: [] };
  return { lab, folders: outcome.data.labWithDataRoomAndFiles?.dataRoom.folders ?? [] };
}

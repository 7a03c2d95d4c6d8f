import 'server-only';
import { type LabCardFragment, LabRoomDocument, type LabRoomQuery } from '@labroom/client/documents';
import { queryOutcome } from './query-service.ts';
import { Recent } from './recent.ts';

/** Rooms are public, so visitors share what was read within the last minute. */
const roomLifetimeMilliseconds = 60_000;
const recentRooms = new Recent<{ until: number; folders: Folders }>(40);

type Folders = NonNullable<LabRoomQuery['labWithDataRoomAndFiles']>['dataRoom']['folders'];

/** A lab with the top-level folders of its data room; without folders if they cannot be loaded. */
export interface LabRoom {
  lab: LabCardFragment;
  folders: Folders;
}

export async function loadRoom(lab: LabCardFragment): Promise<LabRoom> {
  if (lab.fileCount === 0) return { lab, folders: [] };
  const recent = recentRooms.get(lab.oclId);
  if (recent && Date.now() < recent.until) return { lab, folders: recent.folders };
  const outcome = await queryOutcome(LabRoomDocument, { oclId: lab.oclId });
  if (!outcome.ok) return { lab, folders: [] };
  const folders = outcome.data.labWithDataRoomAndFiles?.dataRoom.folders ?? [];
  recentRooms.set(lab.oclId, { until: Date.now() + roomLifetimeMilliseconds, folders });
  return { lab, folders };
}

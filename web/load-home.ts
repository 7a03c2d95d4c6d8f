import 'server-only';
import {
  ActivitiesDocument,
  type LabCardFragment,
  LabRoomDocument,
  type LabRoomQuery,
  StatisticsDocument,
} from '#packages/client/documents.generated.ts';
import { queryOutcome } from './query-service.ts';
import { Recent } from './recent.ts';

const newestEntries = 100;

/** What the front page shows beside its labs. A part that cannot be loaded is left out. */
export async function loadHome(labs: readonly LabCardFragment[]) {
  const [totals, newest, room] = await Promise.all([
    queryOutcome(StatisticsDocument, {}),
    queryOutcome(ActivitiesDocument, { page: 0, perPage: newestEntries }),
    loadPictureRoom(labs),
  ]);
  return {
    statistics: totals.ok ? totals.data.statistics : null,
    activities: newest.ok ? newest.data.activities.activities : [],
    room,
  };
}

/** The room for the picture: with the most access levels, then of a verified lab, then with the newest contribution. */
async function loadPictureRoom(labs: readonly LabCardFragment[]) {
  const rooms = await Promise.all(labs.filter(({ fileCount }) => fileCount > 0).map(loadRoom));
  const levels = (room: Room) => new Set(room.folders.map(({ accessLevel }) => accessLevel)).size;
  const rank = (room: Room) => levels(room) * 2 + Number(room.lab.isVerified === true);
  const [best] = rooms
    .filter((room) => room.folders.length > 0)
    .sort((one, other) => rank(other) - rank(one));
  return best ?? null;
}

type Room = Awaited<ReturnType<typeof loadRoom>>;

/** Rooms are public, so visitors share what was read within the last minute. */
const roomLifetimeMilliseconds = 60_000;
const recentRooms = new Recent<{ until: number; folders: Folders }>(20);

type Folders = NonNullable<LabRoomQuery['labWithDataRoomAndFiles']>['dataRoom']['folders'];

async function loadRoom(lab: LabCardFragment): Promise<{ lab: LabCardFragment; folders: Folders }> {
  const recent = recentRooms.get(lab.oclId);
  if (recent && Date.now() < recent.until) return { lab, folders: recent.folders };
  const outcome = await queryOutcome(LabRoomDocument, { oclId: lab.oclId });
  if (!outcome.ok) return { lab, folders: [] };
  const folders = outcome.data.labWithDataRoomAndFiles?.dataRoom.folders ?? [];
  recentRooms.set(lab.oclId, { until: Date.now() + roomLifetimeMilliseconds, folders });
  return { lab, folders };
}

import 'server-only';
import { outcomeOf } from '#lib/api/outcome.ts';
import {
  ActivitiesDocument,
  type LabCardFragment,
  LabRoomDocument,
  StatisticsDocument,
} from '#packages/client/documents.generated.ts';
import { loadLabs } from './load-labs.ts';
import { queryService } from './query-service.ts';

const featuredLabs = 5;
const newestEntries = 100;

/** What the front page shows above the list of labs. A part that cannot be loaded is left out. */
export async function loadHome() {
  const [totals, newest, featured] = await Promise.all([
    outcomeOf(queryService(StatisticsDocument, {})),
    outcomeOf(queryService(ActivitiesDocument, { page: 0, perPage: newestEntries })),
    loadLabs({ perPage: featuredLabs }),
  ]);
  const labs = featured.ok ? featured.data.nodes : [];
  return {
    statistics: totals.ok ? totals.data.statistics : null,
    activities: newest.ok ? newest.data.activities.activities : [],
    labs,
    room: await loadPictureRoom(labs),
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

async function loadRoom(lab: LabCardFragment) {
  const outcome = await outcomeOf(queryService(LabRoomDocument, { oclId: lab.oclId }));
  return { lab, folders: outcome.ok ? (outcome.data.labWithDataRoomAndFiles?.dataRoom.folders ?? []) : [] };
}

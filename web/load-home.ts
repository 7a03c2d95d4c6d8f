import 'server-only';
import { type LabCardFragment, NewestEntriesDocument, StatisticsDocument } from '@labroom/client/documents';
import { type LabRoom, loadRoom } from './load-room.ts';
import { queryOutcome } from './query-service.ts';

const newestEntries = 100;

/** What the front page shows beside its labs. A part that cannot be loaded is left out. */
export async function loadHome(labs: readonly LabCardFragment[]) {
  const [totals, newest, room] = await Promise.all([
    queryOutcome(StatisticsDocument, {}),
    queryOutcome(NewestEntriesDocument, { perPage: newestEntries }),
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
  const rooms = await Promise.all(labs.map(loadRoom));
  const levels = (room: LabRoom) => new Set(room.folders.map(({ accessLevel }) => accessLevel)).size;
  const rank = (room: LabRoom) => levels(room) * 2 + Number(room.lab.isVerified === true);
  const [best] = rooms
    .filter((room) => room.folders.length > 0)
    .sort((one, other) => rank(other) - rank(one));
  return best ?? null;
}

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

/** The room for the picture: of a verified lab with files, else of the lab with the newest contribution. */
async function loadPictureRoom(labs: readonly LabCardFragment[]) {
  const withFiles = labs.filter(({ fileCount }) => fileCount > 0);
  const lab = withFiles.find(({ isVerified }) => isVerified) ?? withFiles[0];
  if (!lab) return null;
  const outcome = await outcomeOf(queryService(LabRoomDocument, { oclId: lab.oclId }));
  const folders = outcome.ok ? (outcome.data.labWithDataRoomAndFiles?.dataRoom.folders ?? []) : [];
  return folders.length > 0 ? { lab, folders } : null;
}

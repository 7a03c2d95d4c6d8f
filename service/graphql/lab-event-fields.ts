import { labOfEntry } from './activity-fields.ts';
import type { Resolvers } from './resolvers.generated.ts';

/** The types of events of a lab. What each is about is a field of the same row. */
export const labEventFields = {
  LabEvent: { lab: ({ oclId }, _, { loaders }) => loaders.registeredLabs.load(oclId) },
  LabEventFileAdded: { entry: (row) => row, lab: labOfEntry },
  LabEventFileUpdated: { entry: (row) => row, lab: labOfEntry },
  LabEventFileRemoved: { entry: (row) => row, lab: labOfEntry },
  LabEventAnnouncement: { announcement: (row) => row, lab: labOfEntry },
  LabEventEntriesMoved: { change: (row) => row, lab: labOfEntry },
  LabEventEntriesTrashed: { change: (row) => row, lab: labOfEntry },
  LabEventEntriesRestored: { change: (row) => row, lab: labOfEntry },
  LabEventEntriesRemoved: { change: (row) => row, lab: labOfEntry },
  LabEventReleaseCreated: {
    release: ({ releaseId }, _, { loaders }) => loaders.releases.load(releaseId ?? ''),
    lab: labOfEntry,
  },
  LabEventReadinessChanged: { readiness: (row) => row, lab: labOfEntry },
  LabEventTodoChanged: { todo: (row) => row, lab: labOfEntry },
  LabEventDiscussion: { discussion: (row) => row, lab: labOfEntry },
} satisfies Resolvers;

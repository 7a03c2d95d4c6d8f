import { randomUUID } from 'node:crypto';
import { CreateAnnouncementDocument, LabActivityDocument } from '@labroom/client/documents';
import { type ClientAction, type OwnedLab, patience, type StormContext } from '../storm-context.ts';

/** Announces. As an announcement has no name of its own, a lost answer is followed by a look at the feed. */
export function announcer(
  { withRetries, journal }: StormContext,
  { oclId, labroom }: OwnedLab,
): ClientAction {
  return async () => {
    const headline = randomUUID();
    const noted = { oclId, acknowledged: false };
    journal.announcements.set(headline, noted);
    await withRetries(
      'announce',
      async () => {
        const args = { oclId, headline, body: 'In the storm.' };
        await labroom.call(CreateAnnouncementDocument, args, patience());
        return true;
      },
      async () => {
        const query = { oclId, page: 0, perPage: 100, filter: 'ANNOUNCEMENT' as const };
        const { labActivity } = await labroom.call(LabActivityDocument, query, patience());
        const isThere = labActivity.nodes.some(
          (node) => node.__typename === 'LabEventAnnouncement' && node.announcement.headline === headline,
        );
        return isThere || null;
      },
    );
    noted.acknowledged = true;
  };
}

import { WholeFeedDocument } from '@labroom/client/documents';
import { outcomeOf } from '#lib/api/outcome.ts';
import { atomPaths } from '#lib/feeds/atom-paths.ts';
import type { AtomFeed } from '#web/atom/atom-document.ts';
import { activityEntries, tagOf } from '#web/atom/atom-entries.ts';
import { atomResponse } from '#web/atom/atom-response.ts';
import { webEnv } from '#web/config/env.ts';
import { queryService } from '#web/query-service.ts';

/** The newest entries of the feeds of all labs. */
export async function GET(request: Request): Promise<Response> {
  return atomResponse(request, await outcomeOf(wholeFeed()));
}

async function wholeFeed(): Promise<AtomFeed> {
  const { webUrl } = webEnv();
  const { events } = (await queryService(WholeFeedDocument, {})).activities;
  return {
    id: tagOf(webUrl, 'activity'),
    title: 'Labroom: activity of all labs',
    self: webUrl + atomPaths.all,
    page: `${webUrl}/activity`,
    entries: activityEntries(events, webUrl, { withLab: true }),
  };
}

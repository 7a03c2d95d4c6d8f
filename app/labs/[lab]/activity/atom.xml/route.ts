import { LabFeedDocument } from '@labroom/client/documents';
import { labPath, labTitle } from '#lib/api/lab-reference.ts';
import { outcomeOf } from '#lib/api/outcome.ts';
import { atomPaths } from '#lib/feeds/atom-paths.ts';
import type { LabIdentity } from '#lib/labs/lab-identity.ts';
import type { AtomFeed } from '#web/atom/atom-document.ts';
import { activityEntries, tagOf } from '#web/atom/atom-entries.ts';
import { atomResponse } from '#web/atom/atom-response.ts';
import { webEnv } from '#web/config/env.ts';
import { loadLab } from '#web/load-lab.ts';
import { queryService } from '#web/query-service.ts';

/** The newest entries of the feed of one lab. A former shortname leads to the same feed. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ lab: string }> },
): Promise<Response> {
  const lab = await loadLab((await params).lab);
  if (!lab.ok || !lab.data) return atomResponse(request, lab.ok ? { ok: true, data: null } : lab);
  return atomResponse(request, await outcomeOf(labFeed(lab.data)));
}

async function labFeed(lab: LabIdentity): Promise<AtomFeed> {
  const { webUrl } = webEnv();
  const { oclId, shortname } = lab;
  const { events } = (await queryService(LabFeedDocument, { oclId })).labActivity;
  return {
    id: tagOf(webUrl, `lab:${oclId}`),
    title: `${labTitle(lab)}: activity`,
    self: webUrl + atomPaths.lab(shortname),
    page: webUrl + labPath(shortname, 'activity'),
    entries: activityEntries(events, webUrl, { withLab: false }),
  };
}

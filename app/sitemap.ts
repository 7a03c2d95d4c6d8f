import type { MetadataRoute } from 'next';
import { type LabSection, labPath } from '#lib/api/lab-reference.ts';
import { allLabs } from '#web/all-labs.ts';
import { webEnv } from '#web/env.ts';

// Which labs there are is known when it is asked for only.
export const dynamic = 'force-dynamic';

const sections: readonly LabSection[] = ['overview', 'files', 'activity'];

/** Every page that is worth finding. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const { webUrl } = webEnv();
  const labs = await allLabs();
  return [
    ...['/', '/activity', '/search'].map((path) => ({ url: webUrl + path })),
    ...labs.flatMap(({ shortname, latestContributionAt }) =>
      sections.map((section) => ({
        url: webUrl + labPath(shortname, section),
        ...(latestContributionAt ? { lastModified: latestContributionAt } : {}),
      })),
    ),
  ];
}

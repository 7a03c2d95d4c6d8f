import { developerPages } from '@labroom/protocol/developer-pages';
import type { MetadataRoute } from 'next';
import { type LabSection, labPath } from '#lib/api/lab-reference.ts';
import { allLabs } from '#web/all-labs.ts';
import { webEnv } from '#web/config/env.ts';

// The list of labs is read on each request.
export const dynamic = 'force-dynamic';

const sections: readonly LabSection[] = ['overview', 'files', 'activity'];

const developers = ['', ...developerPages.map(({ name }) => `/${name}`), '/reference'].map(
  (page) => `/developers${page}`,
);

/** All pages that should be indexed. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const { webUrl } = webEnv();
  const labs = await allLabs();
  return [
    ...['/', '/labs', '/activity', '/search', ...developers].map((path) => ({ url: webUrl + path })),
    ...labs.flatMap(({ shortname, latestContributionAt }) =>
      sections.map((section) => ({
        url: webUrl + labPath(shortname, section),
        ...(latestContributionAt ? { lastModified: latestContributionAt } : {}),
      })),
    ),
  ];
}

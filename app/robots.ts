import type { MetadataRoute } from 'next';
import { webEnv } from '#web/config/env.ts';

export const dynamic = 'force-dynamic';

/** Allows crawlers to index public pages in production only. */
export default function robots(): MetadataRoute.Robots {
  const { environment, webUrl } = webEnv();
  if (environment !== 'production') return { rules: { userAgent: '*', disallow: '/' } };
  return {
    rules: {
      userAgent: '*',
      allow: '/',
      disallow: ['/api/', '/account', '/authorize', '/inbox', '/labs/new', '/labs/*/settings'],
    },
    sitemap: `${webUrl}/sitemap.xml`,
  };
}

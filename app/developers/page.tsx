import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { FormerAnchors } from '#components/developers/former-anchors.tsx';
import { GuideBody } from '#components/developers/guide-body.tsx';
import { GuideFrame } from '#components/developers/guide-frame.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { firstParam, type SearchParams } from '#lib/urls/search-params.ts';
import { webEnv } from '#web/config/env.ts';
import { developerText } from '#web/developer-text.ts';

const path = '/developers';

export const metadata: Metadata = {
  title: 'Developers',
  description:
    'Build on Labroom: short pages by task, every operation with examples that run, and how to pay per call.',
  alternates: { canonical: path, types: { 'text/markdown': `${path}.md` } },
};

/** The first page for developers: what can be done, first steps, all pages, documents for programs. */
export default async function DevelopersPage({ searchParams }: { searchParams: SearchParams }) {
  // The search was on this page before.
  const words = firstParam((await searchParams).q);
  if (words) redirect(`/developers/reference?q=${encodeURIComponent(words)}`);
  const { environment, publicServiceUrl } = webEnv();
  return (
    <GuideFrame current="">
      <GuideBody text={(await developerText('overview')) ?? ''} />
      {/* In production the service has no GraphiQL. */}
      {environment !== 'production' && (
        <p>
          <a href={`${publicServiceUrl}/graphql`} className={buttonClass('secondary')}>
            Open GraphiQL
          </a>
        </p>
      )}
      <FormerAnchors />
    </GuideFrame>
  );
}

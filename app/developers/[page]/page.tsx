import { developerPages } from '@labroom/protocol/developer-pages';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { GuideBody } from '#components/developers/guide-body.tsx';
import { GuideFrame } from '#components/developers/guide-frame.tsx';
import { PaidCallTrial } from '#components/developers/paid-call-trial.tsx';
import { triedMutation } from '#lib/developers/price-list.ts';
import { publicConfig, webEnv } from '#web/config/env.ts';
import { developerText } from '#web/developer-text.ts';
import { loadPriceList } from '#web/load-price-list.ts';

interface GuidePageProps {
  params: Promise<{ page: string }>;
}

export async function generateMetadata({ params }: GuidePageProps): Promise<Metadata> {
  const page = await pageOf(params);
  const path = `/developers/${page.name}`;
  return {
    title: page.title,
    description: page.summary,
    alternates: { canonical: path, types: { 'text/markdown': `${path}.md` } },
  };
}

/** One page of the guide. */
export default async function GuidePage({ params }: GuidePageProps) {
  const { name } = await pageOf(params);
  return (
    <GuideFrame current={name}>
      <GuideBody text={(await developerText(name)) ?? ''} />
      {name === 'pay' && <Trial />}
    </GuideFrame>
  );
}

/** A paid call to try, where payments use play money. */
async function Trial() {
  const { environment } = publicConfig();
  const price = (await loadPriceList())?.find(({ mutation }) => mutation === triedMutation);
  if (environment === 'production' || !price) return null;
  return (
    <section aria-labelledby="try" className="flex flex-col gap-4 border-t border-ink pt-3">
      <h2 id="try" className="text-xl">
        Try it
      </h2>
      <PaidCallTrial gatewayUrl={`${webEnv().publicServiceUrl}/${environment}`} price={price} />
    </section>
  );
}

async function pageOf(params: GuidePageProps['params']) {
  const { page: name } = await params;
  return developerPages.find((page) => page.name === name) ?? notFound();
}

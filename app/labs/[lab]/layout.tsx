import { plainExcerpt } from '@labroom/markdown/excerpt';
import { labHue } from '@labroom/marks/traits';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { ComponentProps, ReactNode } from 'react';
import { HiddenNotice } from '#components/core/moderation/hidden-notice.tsx';
import { PeopleProvider } from '#components/core/people/people-provider.tsx';
import { RememberPlace } from '#components/core/recent/remember-place.tsx';
import { LabHeader } from '#components/labs/lab-header.tsx';
import { UnregisteredLab } from '#components/labs/unregistered-lab.tsx';
import { Failure } from '#components/site/failure.tsx';
import { labTitle } from '#lib/api/lab-reference.ts';
import { labMarkUrl } from '#lib/marks/picture-urls.ts';
import { publicConfig } from '#web/config/env.ts';
import { loadHiding, loadLab } from '#web/load-lab.ts';
import { loadMintedLab } from '#web/load-minted-lab.ts';
import { peopleOf } from '#web/load-people.ts';
import { socialMetadata } from '#web/social-card/social-metadata.ts';

interface LabLayoutProps {
  params: Promise<{ lab: string }>;
  children: ReactNode;
}

export async function generateMetadata({ params }: LabLayoutProps): Promise<Metadata> {
  const { lab: segment } = await params;
  const outcome = await loadLab(segment);
  if (!outcome.ok) return { title: 'Lab' };
  const lab = outcome.data;
  if (!lab) return unregisteredMetadata(segment);
  const title = labTitle(lab);
  const description = lab.description
    ? plainExcerpt(lab.description)
    : `${title}: its data room, activity and members.`;
  return {
    title: { default: title, template: `%s · ${title} · Labroom` },
    description,
    icons: { icon: { url: labMarkUrl(lab.oclId, 'square'), type: 'image/svg+xml' } },
    ...socialMetadata({ lab, title, description }),
    ...(lab.isListed ? {} : { robots: { index: false } }),
  };
}

async function unregisteredMetadata(segment: string): Promise<Metadata> {
  const minted = await loadMintedLab(segment);
  if (!minted.ok) return { title: 'Lab' };
  const title = minted.data ? labTitle({ ...minted.data, name: null }) : 'No such lab';
  return { title, robots: { index: false } };
}

/** Layout of all pages of a lab, with the lab's header. */
export default async function LabLayout({ params, children }: LabLayoutProps) {
  const { lab: segment } = await params;
  const outcome = await loadLab(segment);
  if (!outcome.ok) return <LabFailure failure={outcome.failure} />;
  if (!outcome.data) {
    const minted = await loadMintedLab(segment);
    if (!minted.ok) return <LabFailure failure={minted.failure} />;
    if (!minted.data) notFound();
    return <UnregisteredLab lab={minted.data} network={publicConfig().network} />;
  }
  const hiding = await loadHiding(outcome.data);
  const { oclId, shortname } = outcome.data;
  return (
    <div data-hue="" className="flex flex-col gap-8">
      <PeopleProvider {...peopleOf(outcome.data.members)}>
        <LabHeader lab={outcome.data} />
        <RememberPlace lab={{ oclId, shortname, title: labTitle(outcome.data) }} />
        {hiding && <HiddenNotice hiding={hiding} what="This lab" />}
        <div className="lab-section flex flex-col gap-8">{children}</div>
      </PeopleProvider>
      <style>{`:root { --h: ${labHue(outcome.data.oclId)}; }`}</style>
    </div>
  );
}

const LabFailure = ({ failure }: Pick<ComponentProps<typeof Failure>, 'failure'>) => (
  <Failure title="The lab could not be loaded." failure={failure} />
);

import { plainExcerpt } from '@labroom/markdown/excerpt';
import { labHue } from '@labroom/marks/traits';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { HiddenNotice } from '#components/core/moderation/hidden-notice.tsx';
import { PeopleProvider } from '#components/core/people/people-provider.tsx';
import { LabHeader } from '#components/labs/lab-header.tsx';
import { Failure } from '#components/site/failure.tsx';
import { labTitle } from '#lib/api/lab-reference.ts';
import { labMarkUrl } from '#lib/marks/picture-urls.ts';
import { loadHiding, loadLab } from '#web/load-lab.ts';
import { peopleOf } from '#web/load-people.ts';
import { socialMetadata } from '#web/social-card/social-metadata.ts';

interface LabLayoutProps {
  params: Promise<{ lab: string }>;
  children: ReactNode;
}

export async function generateMetadata({ params }: LabLayoutProps): Promise<Metadata> {
  const outcome = await loadLab((await params).lab);
  const lab = outcome.ok ? outcome.data : null;
  if (!lab) return { title: outcome.ok ? 'No such lab' : 'Lab' };
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

/** Layout of all pages of a lab, with the lab's header. */
export default async function LabLayout({ params, children }: LabLayoutProps) {
  const outcome = await loadLab((await params).lab);
  if (!outcome.ok) return <Failure title="The lab could not be loaded." failure={outcome.failure} />;
  if (!outcome.data) notFound();
  const hiding = await loadHiding(outcome.data);
  return (
    <div data-hue="" className="flex flex-col gap-8">
      <PeopleProvider {...peopleOf(outcome.data.members)}>
        <LabHeader lab={outcome.data} />
        {hiding && <HiddenNotice hiding={hiding} what="This lab" />}
        <div className="lab-section flex flex-col gap-8">{children}</div>
      </PeopleProvider>
      <style>{`:root { --h: ${labHue(outcome.data.oclId)}; }`}</style>
    </div>
  );
}

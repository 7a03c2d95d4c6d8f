import { KeyReleaseDaysDocument, LabMembersDocument } from '@labroom/client/documents';
import type { Metadata } from 'next';
import { RenewKeys } from '#components/access-change/parts.tsx';
import { AccessCalendar } from '#components/members/list/access-calendar.tsx';
import { MembersPanel } from '#components/members/list/members-panel.tsx';
import { KeyReleasesFigure } from '#components/members/list/releases-figure.tsx';
import { Failure } from '#components/site/failure.tsx';
import { SessionEnd } from '#components/site/session-end.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { labTitle } from '#lib/api/lab-reference.ts';
import { outcomeOf } from '#lib/api/outcome.ts';
import { isSessionEnd } from '#lib/api/session-ended.ts';
import type { LabIdentity } from '#lib/labs/lab-identity.ts';
import { offersTo } from '#lib/labs/offers-to.ts';
import { labMetadata } from '#web/lab-metadata.ts';
import { labOfPage } from '#web/load-lab.ts';
import { callService, queryOutcome } from '#web/query-service.ts';
import { currentSessionToken } from '#web/session/current-session.ts';

interface MembersPageProps {
  params: Promise<{ lab: string }>;
}

export async function generateMetadata({ params }: MembersPageProps): Promise<Metadata> {
  return labMetadata((await params).lab, 'Members', 'members');
}

const releaseDays = 60;

export default async function MembersPage({ params }: MembersPageProps) {
  const lab = await labOfPage((await params).lab, 'members');
  if (!lab) return null;
  const [outcome, released] = await Promise.all([
    queryOutcome(LabMembersDocument, { oclId: lab.oclId }),
    releasesFor(lab),
  ]);
  if (!outcome.ok) return <Failure title="The members could not be loaded." failure={outcome.failure} />;
  const { members } = outcome.data.listLabMembers;
  const releases = released?.ok ? released.data.keyReleaseDays : null;
  return (
    <div className="flex flex-col gap-12">
      <MembersPanel
        lab={{ oclId: lab.oclId, name: labTitle(lab), shortname: lab.shortname }}
        initialMembers={members}
        RenewKeys={RenewKeys}
      />
      {released && !released.ok && isSessionEnd(released.failure) && <SessionEnd />}
      {members.length > 0 && <AccessCalendar number={1} members={members} releases={releases} />}
      {releases && releases.length > 0 && (
        <KeyReleasesFigure number={2} days={releaseDays} releases={releases} members={members} />
      )}
      <p className="text-sm text-ink2">
        <TextLink href="/how-it-works#access">Who can open what, and who decides</TextLink>
      </p>
    </div>
  );
}

/** Released keys, which only owners may see. The service decides; this spares others the request. */
async function releasesFor({ oclId, members }: LabIdentity) {
  const session = await currentSessionToken();
  if (!session || !offersTo(members, session.walletAddress)('keyReleaseDays')) return null;
  const variables = { oclId, days: releaseDays };
  return outcomeOf(callService(KeyReleaseDaysDocument, variables, session.token));
}

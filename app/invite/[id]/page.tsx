import { InvitationDocument } from '@labroom/client/documents';
import type { Metadata } from 'next';
import { LabMark } from '#components/core/labs/lab-mark.tsx';
import { roleName } from '#components/core/labs/role-name.ts';
import { Person } from '#components/core/people/person.tsx';
import { endOfInvitation } from '#components/members/invitations/invitation-state.ts';
import { AcceptInvitation } from '#components/members/invitations/parts.tsx';
import { Failure } from '#components/site/failure.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import { labPath, labTitle } from '#lib/api/lab-reference.ts';
import { queryOutcome } from '#web/query-service.ts';

export const metadata: Metadata = { title: 'Invitation', robots: { index: false }, referrer: 'no-referrer' };

interface InvitePageProps {
  params: Promise<{ id: string }>;
}

const rights = {
  OWNER: '',
  VIEWER: 'A viewer opens the files of the team.',
  CONTRIBUTOR: 'A contributor opens the files of the team, and uploads and changes files.',
};

/** The secret of the link is in the fragment of the URL, which no server sees. */
export default async function InvitePage({ params }: InvitePageProps) {
  const { id } = await params;
  const outcome = await queryOutcome(InvitationDocument, { id });
  const isUnknown = outcome.ok ? !outcome.data.invitation?.lab : outcome.failure.code === 'VALIDATION_FAILED';
  if (isUnknown) {
    return (
      <EmptyState title="There is no such invitation.">Check that you opened the whole link.</EmptyState>
    );
  }
  if (!outcome.ok) return <Failure title="The invitation could not be loaded." failure={outcome.failure} />;
  const { invitation } = outcome.data;
  if (!invitation?.lab) return null;
  const { lab, role, until, createdBy, expiresAt } = invitation;
  const end = endOfInvitation(invitation, new Date());
  return (
    <article className="mx-auto flex max-w-2xl flex-col gap-6 py-8">
      <LabMark oclId={lab.oclId} image={null} size="lg" />
      <header>
        <p className="flex flex-wrap items-center gap-x-2 text-ink2">
          <Person value={createdBy} size={28} /> invites you to
        </p>
        <h1 className="mt-2 text-2xl break-words">
          <bdi>{labTitle(lab)}</bdi>
        </h1>
      </header>
      <p className="text-lede">
        As a {roleName(role).toLowerCase()}{' '}
        {until ? (
          <>
            until <Time value={until} style="date" />
          </>
        ) : (
          'without an end'
        )}
        . {rights[role]}
      </p>
      {end ? (
        <EmptyState title="This invitation has ended.">
          It {end === 'revoked' ? 'was revoked' : end === 'expired' ? 'has expired' : 'was used up'}. Ask for
          another one.
        </EmptyState>
      ) : (
        <AcceptInvitation invitation={invitation} shortname={lab.shortname} />
      )}
      <p className="text-sm text-ink2">
        {!end && (
          <>
            The link ends <Time value={expiresAt} style="date" />.{' '}
          </>
        )}
        <TextLink href={labPath(lab.shortname)}>About the lab</TextLink>
      </p>
    </article>
  );
}

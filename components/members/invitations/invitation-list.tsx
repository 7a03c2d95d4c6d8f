'use client';
import { type InvitationsQuery, RevokeInvitationDocument } from '@labroom/client/documents';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import type { ApiQuery } from '#lib/api/use-api-query.ts';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import { roleName } from '../../core/labs/role-name.ts';
import { Person } from '../../core/people/person.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Time } from '../../ui/time.tsx';
import { endOfInvitation } from './invitation-state.ts';

interface InvitationListProps {
  oclId: string;
  query: ApiQuery<InvitationsQuery>;
}

/** The links that still work, or why they could not be read. Renders nothing without any. */
export function InvitationList({ oclId, query: { data, failure, reload } }: InvitationListProps) {
  const revoke = useApiMutation(RevokeInvitationDocument);
  const revoking = useAction(async (id: string) => {
    await revoke({ oclId, id });
    reload();
  });
  const open = data?.invitations.filter((invitation) => !endOfInvitation(invitation, new Date())) ?? [];
  if (open.length === 0)
    return <FailureNotice failure={failure && explainFailure(failure)} onRetry={reload} />;
  return (
    <section aria-label="Invitations" className="mt-6 text-sm">
      <h3 className="font-medium">{open.length === 1 ? '1 invitation' : `${open.length} invitations`}</h3>
      <ul className="mt-1 border-t border-line">
        {open.map(({ id, role, until, uses, used, createdBy, expiresAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line py-2"
          >
            <span className="flex flex-wrap items-center gap-x-3">
              <span>
                {roleName(role)}{' '}
                {until ? (
                  <>
                    until <Time value={until} style="date" />
                  </>
                ) : (
                  'without an end'
                )}
              </span>
              <span className="text-ink2">
                <span className="tabular">
                  {used} of {uses}
                </span>{' '}
                accepted, the link ends <Time value={expiresAt} style="date" />, by{' '}
                <Person value={createdBy} />
              </span>
            </span>
            <Button size="sm" onClick={() => void revoking.run(id)}>
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      <FailureNotice failure={revoking.failure} />
    </section>
  );
}

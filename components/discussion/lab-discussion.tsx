'use client';
import { withApi } from '#lib/session/api-provider.tsx';
import { useMyRole } from '../core/labs/use-my-role.ts';
import { Discussion } from './discussion.tsx';

interface LabDiscussionProps {
  lab: { oclId: string; shortname: string };
}

/** The discussions of a lab itself. */
export const LabDiscussion = withApi(WithRole);

function WithRole({ lab: { oclId, shortname } }: LabDiscussionProps) {
  const me = useMyRole(oclId);
  return <Discussion discussed={{ oclId, shortname, file: null }} me={me} />;
}

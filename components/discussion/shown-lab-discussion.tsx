'use client';
import { useMyRole } from '#components/core/labs/use-my-role.ts';
import { withApi } from '#lib/api/api-provider.tsx';
import { Discussion } from './discussion.tsx';

interface LabDiscussionProps {
  lab: { oclId: string; shortname: string };
}

export const ShownLabDiscussion = withApi(WithRole);

function WithRole({ lab: { oclId, shortname } }: LabDiscussionProps) {
  const me = useMyRole(oclId);
  return <Discussion discussed={{ oclId, shortname, file: null }} me={me} />;
}

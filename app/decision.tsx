'use client';
import type { ComponentProps } from 'react';
import { RenewKeys } from '#components/access-change/parts.tsx';
import { part } from '#components/ui/part.tsx';

const NoticeDecision = part(
  async () => (await import('#components/members/requests/notice-decision.tsx')).NoticeDecision,
);

/** Decides on a request for access where it is shown. */
export function Decision(props: Omit<ComponentProps<typeof NoticeDecision>, 'RenewKeys'>) {
  return <NoticeDecision {...props} RenewKeys={RenewKeys} />;
}

'use client';
import { part } from '../../ui/part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Loaded after the page, which can be read without it. */
export const AcceptInvitation = part(async () => (await import('./accept-invitation.tsx')).AcceptInvitation, {
  loading: <Skeleton className="h-40" />,
});

'use client';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Loaded after the page, which can be read without it. */
export const AcceptInvitation = lazyPart(
  async () => (await import('./accept-invitation.tsx')).AcceptInvitation,
  <Skeleton className="h-40" />,
);

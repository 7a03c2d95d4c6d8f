'use client';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** Loaded after the page, which can be read without it. */
export const Consent = lazyPart(
  async () => (await import('./consent.tsx')).Consent,
  <Skeleton className="h-40" />,
);

'use client';
import { part } from '../ui/part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** Loaded after the page, which can be read without it. */
export const Consent = part(async () => (await import('./consent.tsx')).Consent, {
  loading: <Skeleton className="h-40" />,
});

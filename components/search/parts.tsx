'use client';
import { part } from '../ui/part.tsx';

/** Loaded for a search text that is a hash. */
export const ContentHitsPart = part(async () => (await import('./content-hits.tsx')).ContentHits, {
  failure: 'in place',
});

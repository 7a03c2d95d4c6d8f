'use client';
import { lazyPart } from '../ui/lazy-part.tsx';

/** Loaded for a search text that is a hash. */
export const ContentHitsPart = lazyPart(async () => (await import('./content-hits.tsx')).ContentHits);

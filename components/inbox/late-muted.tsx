'use client';
import { late } from '../ui/late.tsx';

/** `Muted` for pages that need it late. */
export const LateMuted = late(async () => (await import('./muted.tsx')).Muted);

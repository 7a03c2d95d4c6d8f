'use client';
import { part } from '../ui/part.tsx';

/** Only a browser knows what was opened in it. */
export const ContinueList = part(async () => (await import('./continue-list.tsx')).ContinueList);

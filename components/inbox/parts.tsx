'use client';
import { part } from '../ui/part.tsx';

/** Number of unread notices of the signed-in wallet. A failure to load it is not told: the inbox itself will. */
export const UnreadCount = part(async () => (await import('./unread-count.tsx')).UnreadCount, {
  failure: () => undefined,
});

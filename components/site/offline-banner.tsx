'use client';
import { useOffline } from 'next/offline';
import { useRootAttribute } from '#lib/windows/use-root-attribute.ts';

/** Says that there is no network. Next repeats navigations when it is back (`useOffline` in `next.config.mjs`). */
export function OfflineBanner() {
  const offline = useOffline();
  useRootAttribute('offline', offline ? '' : null);
  return (
    <p role="status" className={offline ? 'bg-ink px-5 py-2 text-sm text-paper print:hidden' : 'sr-only'}>
      {offline && 'You are offline. Uploads and links wait.'}
    </p>
  );
}

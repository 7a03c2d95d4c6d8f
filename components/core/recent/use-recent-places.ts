'use client';
import { useMemo } from 'react';
import { noPlaces, type RecentPlaces, readRecent } from '#lib/recent/recent-places.ts';
import { useSession } from '#lib/session/session-context.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';

/** What the signed-in wallet opened last in this browser; `null` on the server and until hydration. */
export function useRecentPlaces(): RecentPlaces | null {
  const wallet = useSession().session?.walletAddress;
  const hydrated = useHydrated();
  return useMemo(() => {
    if (!hydrated) return null;
    return wallet ? readRecent(wallet) : noPlaces;
  }, [hydrated, wallet]);
}

'use client';
import { useEffect } from 'react';
import { useSession } from '#lib/session/session-context.tsx';
import type { Place } from './note-place.ts';

/** Notes in this browser that a signed-in person opened a lab, or a file of it. Shows nothing. */
export function RememberPlace(place: Place) {
  const wallet = useSession().session?.walletAddress;
  const key = JSON.stringify(place);
  useEffect(() => {
    if (!wallet) return;
    // Visitors load no code for it. What could not be loaded is not noted.
    import('./note-place.ts')
      .then(({ notePlace }) => notePlace(wallet, JSON.parse(key)))
      .catch(() => undefined);
  }, [wallet, key]);
  return null;
}

'use client';
import { useRead } from '#lib/reading/use-read.ts';
import { useSession } from '#lib/session/session-context.tsx';
import { interruptedDrops } from '#lib/upload/unfinished-drops.ts';

/** The uploads of the user that a reload or a closed tab has interrupted. */
export function useInterrupted() {
  const wallet = useSession().session?.walletAddress;
  const { data: drops = [], readAgain } = useRead({
    key: ['interrupted uploads', wallet ?? ''],
    read: () => (wallet ? interruptedDrops(window, wallet) : []),
  });
  return { drops, readAgain };
}

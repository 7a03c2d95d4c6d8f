'use client';
import { lastSeen } from '#lib/windows/last-visit.ts';
import { visitOfLab } from '../core/recent/visit-of-lab.ts';
import { useHydrated } from '../ui/use-hydrated.ts';

interface ChangedDotProps {
  wallet: string;
  oclId: string;
  /** When the lab last changed. */
  at: string | null;
}

/** A dot, if the lab changed since this browser was there. It takes the same place without one. */
export function ChangedDot({ wallet, oclId, at }: ChangedDotProps) {
  const hydrated = useHydrated();
  const seen = hydrated && at ? lastSeen(visitOfLab(wallet, oclId)) : null;
  const isNew = seen !== null && at !== null && Date.parse(at) > seen.getTime();
  return (
    <span className="flex w-2 shrink-0 justify-end">
      {isNew && (
        <span title="Changed since you were there" className="size-2 rounded-full bg-acc">
          <span className="sr-only">Changed since you were there</span>
        </span>
      )}
    </span>
  );
}

'use client';
import { Activity, type ReactNode, use } from 'react';
import { firstUse } from './first-use.ts';
import { useHydrated } from './use-hydrated.ts';

/**
 * A part of a page that is read as the server has sent it. It becomes live with the first sign of somebody at the page;
 * what is clicked is made live at once.
 */
export function WhenUsed({ children }: { children: ReactNode }) {
  return (
    <Activity>
      <Waiting>{children}</Waiting>
    </Activity>
  );
}

function Waiting({ children }: { children: ReactNode }) {
  const isHydrating = !useHydrated() && typeof window !== 'undefined';
  if (isHydrating) use(firstUse);
  return children;
}

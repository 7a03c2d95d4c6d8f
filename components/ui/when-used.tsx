'use client';
import { Activity, type ReactNode, use } from 'react';
import { firstUse } from './first-use.ts';
import { useHydrated } from './use-hydrated.ts';

/** A server-rendered part of a page. It is hydrated on the first user input. A click inside it hydrates it at once. */
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

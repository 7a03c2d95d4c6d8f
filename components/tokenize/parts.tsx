'use client';
import type { ReactNode } from 'react';
import { firstUse } from '../ui/first-use.ts';
import { part } from '../ui/part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { ShownToken } from './shown-token.ts';

interface OnChainProps {
  token: ShownToken;
  /** What the service has indexed. */
  indexed?: ReactNode;
}

// What the service has indexed stands until the page is used; then the chain is read.
const liveSupply = () => firstUse.then(() => import('./live-supply.tsx'));
export const Supply = part<OnChainProps>(() => liveSupply().then((module) => module.Supply), {
  loading: ({ indexed }) => indexed ?? <Skeleton className="h-5 w-32" />,
});
export const Issuance = part<OnChainProps>(() => liveSupply().then((module) => module.Issuance), {
  loading: ({ indexed }) => indexed ?? <Skeleton className="h-5 w-24" />,
});

// Reads of the chain are loaded after the page.
export const RightOfLab = part(async () => (await import('./token-right.tsx')).TokenRight, {
  loading: <Skeleton className="h-5 w-32" />,
});

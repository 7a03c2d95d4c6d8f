'use client';
import type { ReactNode } from 'react';
import { firstUse } from '../ui/first-use.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { ShownToken } from './shown-token.ts';

interface OnChainProps {
  token: ShownToken;
  /** What the service has indexed. */
  indexed?: ReactNode;
}

// What the service has indexed stands until the page is used; then the chain is read.
const liveSupply = () => firstUse.then(() => import('./live-supply.tsx'));
export const Supply = lazyPart<OnChainProps>(
  () => liveSupply().then((module) => module.Supply),
  ({ indexed }) => indexed ?? <Skeleton className="h-5 w-32" />,
);
export const Issuance = lazyPart<OnChainProps>(
  () => liveSupply().then((module) => module.Issuance),
  ({ indexed }) => indexed ?? <Skeleton className="h-5 w-24" />,
);

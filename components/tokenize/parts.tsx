'use client';
import type { ReactNode } from 'react';
import { part } from '../ui/part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { ShownToken } from './shown-token.ts';

interface OnChainProps {
  token: ShownToken;
  /** What the service has indexed. */
  indexed?: ReactNode;
}

// Reads of the chain are loaded after the page. Until then it shows what the service has indexed.
export const Supply = part<OnChainProps>(async () => (await import('./live-supply.tsx')).Supply, {
  loading: ({ indexed }) => indexed ?? <Skeleton className="h-5 w-32" />,
});
export const Issuance = part<OnChainProps>(async () => (await import('./live-supply.tsx')).Issuance, {
  loading: ({ indexed }) => indexed ?? <Skeleton className="h-5 w-24" />,
});
export const RightOfLab = part(async () => (await import('./token-right.tsx')).TokenRight, {
  loading: <Skeleton className="h-5 w-32" />,
});

'use client';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

// Reads of the chain are loaded after the page.
export const Supply = lazyPart(
  () => import('./live-supply.tsx').then((module) => module.Supply),
  <Skeleton className="h-5 w-32" />,
);
export const Issuance = lazyPart(
  () => import('./live-supply.tsx').then((module) => module.Issuance),
  <Skeleton className="h-5 w-24" />,
);

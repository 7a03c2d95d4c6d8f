'use client';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

export const Payments = lazyPart(
  () => import('./payments.tsx').then((module) => module.Payments),
  <Skeleton className="h-64" />,
);
export const WalletIntent = lazyPart(
  () => import('./wallet-intent.tsx').then((module) => module.WalletIntent),
  <Skeleton className="h-16" />,
);

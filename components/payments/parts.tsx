'use client';
import { part } from '../ui/part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

export const Payments = part(async () => (await import('./payments.tsx')).Payments, {
  loading: <Skeleton className="h-64" />,
});
export const WalletIntent = part(async () => (await import('./wallet-intent.tsx')).WalletIntent, {
  loading: <Skeleton className="h-16" />,
});

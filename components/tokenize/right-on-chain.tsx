'use client';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

// Reads of the chain are loaded after the page.
export const RightOfLab = lazyPart(
  () => import('./token-right.tsx').then((module) => module.TokenRight),
  <Skeleton className="h-5 w-32" />,
);

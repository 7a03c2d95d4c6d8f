'use client';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Which encrypted files a wallet opens now. Loaded after the page, with the code of the chain. */
export const OpenedFilesPart = lazyPart(
  () => import('./opened-files.tsx').then((module) => module.OpenedFiles),
  <Skeleton className="h-20" />,
);

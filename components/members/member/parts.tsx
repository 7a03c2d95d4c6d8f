'use client';
import { part } from '../../ui/part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Which encrypted files a wallet opens now. Loaded after the page, with the code of the chain. */
export const OpenedFilesPart = part(async () => (await import('./opened-files.tsx')).OpenedFiles, {
  loading: <Skeleton className="h-20" />,
});

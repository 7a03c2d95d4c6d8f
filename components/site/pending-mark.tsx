'use client';
import { LoaderCircle } from 'lucide-react';
import { useLinkStatus } from 'next/link';

/** Inside a `Link`: turns while its page is on the way. Comes late, so that a fast page shows nothing. */
export function PendingMark() {
  const { pending } = useLinkStatus();
  if (!pending) return null;
  return (
    <LoaderCircle
      aria-hidden
      className="inline size-4 animate-spin text-muted opacity-0 transition-opacity delay-150 duration-150 starting:opacity-0"
      style={{ opacity: 1 }}
    />
  );
}

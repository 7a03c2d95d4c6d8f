'use client';
import { LoaderCircle } from 'lucide-react';
import { useLinkStatus } from 'next/link';

/** Spinner inside a `Link` while its page loads. It appears with a delay, so that a fast page does not show it. */
export function PendingMark() {
  const { pending } = useLinkStatus();
  if (!pending) return null;
  return (
    <LoaderCircle
      aria-hidden
      className="inline size-4 animate-spin text-ink2 opacity-0 transition-opacity delay-150 duration-150 starting:opacity-0"
      style={{ opacity: 1 }}
    />
  );
}

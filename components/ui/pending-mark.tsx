'use client';
import { LoaderCircle } from 'lucide-react';
import { useLinkStatus } from 'next/link';
import { useRootAttribute } from '#lib/windows/use-root-attribute.ts';

interface PendingMarkProps {
  /** What the link replaces: the page, or the part of a lab below its tabs. `app/globals.css` shows a skeleton there. */
  place?: 'page' | 'section';
}

/** Spinner inside a `Link` while its page loads. It appears with a delay, so that a fast page does not show it. */
export function PendingMark({ place = 'page' }: PendingMarkProps) {
  const { pending } = useLinkStatus();
  useRootAttribute('pending', pending ? place : null);
  if (!pending) return null;
  return (
    <LoaderCircle
      aria-hidden
      className="inline size-4 animate-spin text-ink2 opacity-0 transition-opacity delay-150 duration-150 starting:opacity-0"
      style={{ opacity: 1 }}
    />
  );
}

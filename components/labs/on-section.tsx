'use client';
import { useSelectedLayoutSegment } from 'next/navigation';
import type { ReactNode } from 'react';

interface OnSectionProps {
  overview: ReactNode;
  files: ReactNode;
  /** On every other page of the lab. */
  other: ReactNode;
}

/** Shows the part of a lab's layout for the page that is open. */
export function OnSection({ overview, files, other }: OnSectionProps) {
  const segment = useSelectedLayoutSegment();
  if (segment === null) return overview;
  return segment === 'files' ? files : other;
}

'use client';
import { useSelectedLayoutSegment } from 'next/navigation';
import type { ReactNode } from 'react';

/** Shows a part of a lab's layout on its first page only. */
export function OnOverview({ children }: { children: ReactNode }) {
  return useSelectedLayoutSegment() === null && children;
}

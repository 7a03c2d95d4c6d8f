'use client';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { belowHeaderId } from './place-ids.ts';
import { useHydrated } from './use-hydrated.ts';

/** Shows what concerns every page in the flow below the header, where it covers nothing. Not part of the served HTML. */
export function BelowHeader({ children }: { children: ReactNode }) {
  const place = useHydrated() && document.getElementById(belowHeaderId);
  return place ? createPortal(children, place) : null;
}

'use client';
import { type RefObject, useEffect, useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

/** Whether an element was in view, or near it, at least once. */
export function useSeen(place: RefObject<Element | null>): boolean {
  const hydrated = useHydrated();
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!hydrated || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: '400px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [hydrated, place]);
  return isSeen;
}

'use client';
import { type ReactNode, useEffect, useRef } from 'react';

/**
 * The bar above the list. It stays in sight on wide screens, and so does the head of the list below it: `--bar-height` tells
 * it where.
 */
export function ListBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      // On a narrow screen nothing uses the height, and setting it makes the browser compute the styles of all rows.
      if (getComputedStyle(element).position !== 'sticky') return;
      element.parentElement?.style.setProperty('--bar-height', `${element.offsetHeight}px`);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={bar}
      data-empty
      className="top-0 z-20 flex flex-wrap items-center gap-x-3 gap-y-2 bg-paper py-1 lg:sticky"
    >
      {children}
    </div>
  );
}

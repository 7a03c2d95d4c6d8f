'use client';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ROW_HEIGHT } from './entry-row.tsx';

export interface VirtualRowsProps {
  count: number;
  /** Index of the row with the cursor, or -1. */
  cursorIndex: number;
  /** Whether the list scrolls to the cursor when it moves. */
  followsCursor: () => boolean;
  /** Called with the first and last rendered row. */
  onShown: (first: number, last: number) => void;
  renderRow: (index: number) => ReactNode;
}

/** Renders only the rows of a long list that are near the viewport. */
export function VirtualRows({ count, cursorIndex, followsCursor, onShown, renderRow }: VirtualRowsProps) {
  const body = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    if (body.current) setScrollMargin(body.current.getBoundingClientRect().top + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    scrollMargin,
  });
  const items = virtualizer.getVirtualItems();

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only when the cursor moves
  useEffect(() => {
    if (cursorIndex >= 0 && followsCursor()) virtualizer.scrollToIndex(cursorIndex, { align: 'auto' });
  }, [cursorIndex]);

  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => onShown(first, last), [first, last, onShown]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: the roles of `EntryList`
    <div
      ref={body}
      role="rowgroup"
      className="relative overflow-clip rounded-b"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {items.map(({ index, key }) => (
        <div key={key} role="presentation" className="absolute inset-x-0" style={{ top: index * ROW_HEIGHT }}>
          {renderRow(index)}
        </div>
      ))}
    </div>
  );
}

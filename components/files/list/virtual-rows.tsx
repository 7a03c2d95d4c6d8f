'use client';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { rowHeightOf } from './row-height.ts';

/** Rows on each side of the screen, which are there before they are scrolled to. */
const OVERSCAN = 6;

interface VirtualRowsProps {
  count: number;
  isCompact: boolean;
  /** Index of the row with the cursor, or -1. */
  cursorIndex: number;
  /** Whether the list scrolls to the cursor when it moves. */
  followsCursor: () => boolean;
  /** Called with the first and last rendered row. */
  onShown: (first: number, last: number) => void;
  renderRow: (index: number) => ReactNode;
}

/**
 * Renders only the rows of a long list that are near the viewport. A row that comes takes the elements of one that has gone:
 * to change them takes a fraction of the time of making new ones.
 */
export function VirtualRows({
  count,
  isCompact,
  cursorIndex,
  followsCursor,
  onShown,
  renderRow,
}: VirtualRowsProps) {
  const body = useRef<HTMLDivElement>(null);
  const [{ scrollMargin, rowHeight }, setPlace] = useState({
    scrollMargin: 0,
    rowHeight: rowHeightOf(0, false),
  });
  useLayoutEffect(() => {
    const list = body.current;
    if (!list) return;
    const measure = () => {
      const scrollMargin = list.getBoundingClientRect().top + window.scrollY;
      const rowHeight = rowHeightOf(list.clientWidth, isCompact);
      setPlace((now) =>
        now.scrollMargin === scrollMargin && now.rowHeight === rowHeight ? now : { scrollMargin, rowHeight },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    return () => observer.disconnect();
  }, [isCompact]);
  const most = useRef(0);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    // Always as many rows, so that each keeps its element.
    rangeExtractor({ startIndex, endIndex, count: all }) {
      const needed = endIndex - startIndex + 1 + 2 * OVERSCAN;
      if (needed > most.current) most.current = needed + 2;
      const length = Math.min(all, most.current);
      const first = Math.min(Math.max(0, startIndex - OVERSCAN), all - length);
      return Array.from({ length }, (_, place) => first + place);
    },
    scrollMargin,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer is the same object each time
  useLayoutEffect(() => virtualizer.measure(), [rowHeight]);
  const items = virtualizer.getVirtualItems();

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only when the cursor moves
  useEffect(() => {
    if (cursorIndex >= 0 && followsCursor()) virtualizer.scrollToIndex(cursorIndex, { align: 'auto' });
  }, [cursorIndex]);

  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  // A moved element costs the style of all rows and a layout, so while the page scrolls they keep their order in the document.
  // At rest it is the order of the rows, in which screen readers read them.
  const firstInDocument = useRef(0);
  if (!virtualizer.isScrolling) firstInDocument.current = first;
  const turned = modulo(firstInDocument.current - first, items.length);
  const inDocument = [...items.slice(turned), ...items.slice(0, turned)];
  useEffect(() => onShown(first, last), [first, last, onShown]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: the roles of `EntryList`
    <div
      ref={body}
      role="rowgroup"
      // Lines where rows are still to come: the browser can scroll further than the last frame has rows.
      className="relative bg-[linear-gradient(to_top,var(--line)_1px,transparent_1px)]"
      style={{ height: virtualizer.getTotalSize(), backgroundSize: `100% ${rowHeight}px` }}
    >
      {inDocument.map(({ index }) => (
        <div
          key={index % items.length}
          role="presentation"
          className="absolute inset-x-0"
          style={{ top: index * rowHeight }}
        >
          {renderRow(index)}
        </div>
      ))}
    </div>
  );
}

const modulo = (value: number, divisor: number) => ((value % divisor) + divisor) % divisor;

'use client';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { rowsBetween } from './rectangle.ts';

// Shorter movements are clicks.
const MIN_DISTANCE = 5;

/** Where a rectangle can begin: around the list, and in rows beside what drags them. */
const starts = '#content, #content > *, [data-empty], [data-entry] [role="gridcell"]:not([data-drags-row])';

interface DragRectangleProps {
  /** The grid, whose last row group has all rows. */
  grid: RefObject<HTMLElement | null>;
  count: number;
  /** Selects the rows from `first` to `last`, or none. `adds`: besides those that were selected at the beginning. */
  onSelect: (rows: { first: number; last: number } | null, adds: boolean) => void;
  /** Called when a rectangle begins. */
  onStart: () => void;
}

interface Point {
  x: number;
  y: number;
}

/** Selects rows with a rectangle that the mouse draws. Places are those of the page, so the page can scroll meanwhile. */
export function DragRectangle(props: DragRectangleProps) {
  const latest = useRef(props);
  latest.current = props;
  const [corners, setCorners] = useState<readonly [Point, Point] | null>(null);

  useEffect(() => {
    let end = () => {};
    const onPointerDown = (event: PointerEvent) => {
      const { target, pointerType, button } = event;
      if (pointerType !== 'mouse' || button !== 0 || !(target instanceof Element)) return;
      if (!target.matches(starts) && !target.closest('[data-entry] [role="gridcell"]:not([data-drags-row])'))
        return;
      if (target.closest('a, button, input')) return;
      end();
      end = follow(event, latest, setCorners);
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      end();
    };
  }, []);

  if (!corners) return null;
  const [{ x: left, y: top }, { x: right, y: bottom }] = corners;
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-30 border border-acc bg-acc/10"
      style={{
        left: Math.min(left, right),
        top: Math.min(top, bottom),
        width: Math.abs(right - left),
        height: Math.abs(bottom - top),
      }}
    />
  );
}

/** Follows the mouse until its button is released. Returns a function that ends it. */
function follow(
  start: PointerEvent,
  latest: RefObject<DragRectangleProps>,
  show: (corners: readonly [Point, Point] | null) => void,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const adds = start.shiftKey || start.ctrlKey || start.metaKey;
  const from = { x: start.pageX, y: start.pageY };
  let client = { x: start.clientX, y: start.clientY };
  let selected: string | undefined;

  const update = () => {
    const to = { x: client.x + window.scrollX, y: client.y + window.scrollY };
    const isFar = Math.hypot(to.x - from.x, to.y - from.y) >= MIN_DISTANCE;
    const body = latest.current.grid.current?.lastElementChild;
    if (!body || (selected === undefined && !isFar)) return;
    if (selected === undefined) latest.current.onStart();
    show([from, to]);
    const { top, height, left, right } = body.getBoundingClientRect();
    const { count } = latest.current;
    const place = { top: top + window.scrollY, rowHeight: height / Math.max(1, count), count };
    const isBeside = Math.max(from.x, to.x) < left || Math.min(from.x, to.x) > right;
    const rows = isBeside ? null : rowsBetween(place, from.y, to.y);
    const now = JSON.stringify(rows);
    if (now !== selected) latest.current.onSelect(rows, adds);
    selected = now;
  };
  const end = () => {
    controller.abort();
    show(null);
  };
  window.addEventListener(
    'pointermove',
    ({ clientX: x, clientY: y }) => {
      client = { x, y };
      update();
    },
    { signal },
  );
  window.addEventListener('scroll', update, { signal });
  window.addEventListener('pointercancel', end, { signal });
  window.addEventListener('blur', end, { signal });
  window.addEventListener(
    'pointerup',
    () => {
      // The click that follows would select the one row below the mouse.
      if (selected !== undefined) ignoreNextClick();
      end();
    },
    { signal },
  );
  for (const other of ['dragstart', 'selectstart'] as const) {
    window.addEventListener(
      other,
      (event) => {
        event.preventDefault();
        event.stopPropagation();
      },
      { signal, capture: true },
    );
  }
  return end;
}

function ignoreNextClick(): void {
  const ignore = (event: Event) => event.stopPropagation();
  window.addEventListener('click', ignore, { capture: true, once: true });
  window.addEventListener('pointerdown', () => window.removeEventListener('click', ignore, true), {
    capture: true,
    once: true,
  });
}

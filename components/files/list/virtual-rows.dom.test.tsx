import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { VirtualRows } from './virtual-rows.tsx';

const ROW_HEIGHT = 56;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn();
      disconnect = vi.fn();
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

it('moves no element while one scrolls, and has the rows in order when it rests', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <VirtualRows
        count={1_000}
        isCompact={false}
        cursorIndex={-1}
        followsCursor={() => false}
        onShown={() => undefined}
        renderRow={(index) => index}
      />,
    ),
  );
  const body = place.querySelector('[role="rowgroup"]') as HTMLElement;
  const rows = () => Array.from(body.children, ({ textContent }) => Number(textContent));
  const scrollTo = (row: number) =>
    act(async () => {
      vi.stubGlobal('scrollY', row * ROW_HEIGHT);
      window.dispatchEvent(new Event('scroll'));
    });
  // The first scroll tells how many rows are needed.
  await scrollTo(50);
  await act(async () => vi.advanceTimersByTime(1_000));
  const moves = vi.fn();
  new MutationObserver(moves).observe(body, { childList: true });
  for (const row of [52, 57, 300, 301, 200]) {
    await scrollTo(row);
    expect(rows()).toContain(row);
  }
  expect(moves).not.toHaveBeenCalled();
  await act(async () => vi.advanceTimersByTime(1_000));
  expect(rows()).toContain(200);
  expect(rows()).toEqual(rows().toSorted((a, b) => a - b));
  await act(async () => root.unmount());
});

import { act, type ContextType } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DataRoomContext } from '#components/core/data-room/data-room-context.tsx';
import { listFolder } from '#lib/data-room/list-folder.ts';
import { plainView } from '#lib/data-room/list-view.ts';
import { nothingSelected, type Selection } from '#lib/data-room/selection.ts';
import { EntryList } from './entry-list.tsx';

const COUNT = 8_540;
const files = Array.from({ length: COUNT }, (_, n) => ({
  path: `well-${n}.csv`,
  name: `well-${n}.csv`,
  did: `did:odf:${n}`,
  version: 1,
  contentType: 'text/csv',
  accessLevel: 'PUBLIC' as const,
  description: null,
  tags: [],
  categories: [],
  contentLength: '40',
  updatedAt: '2026-01-01T00:00:00Z',
  changeBy: null,
  publicVersions: [],
}));
const entries = listFolder(files, '');
// What the list reads of it.
const room = {
  lab: { oclId: '0x01', shortname: 'lab', name: 'Lab' },
  location: { folder: '', view: plainView, file: null, hrefOfFile: (path: string) => `?file=${path}` },
  filing: { busy: new Set(), task: null, offers: () => false, offersAny: false },
  dropTarget: null,
} as unknown as ContextType<typeof DataRoomContext>;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn();
      unobserve = vi.fn();
      disconnect = vi.fn();
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

async function show(selection: Selection) {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <DataRoomContext value={room}>
        <EntryList entries={entries} selection={selection} onSelect={() => undefined} Gallery={() => null} />
      </DataRoomContext>,
    ),
  );
  // The part for long lists has been loaded.
  await act(async () => vi.dynamicImportSettled());
  return {
    grid: place.querySelector('[role="grid"]'),
    rows: () => [...place.querySelectorAll('[data-entry]')],
    async scrollTo(top: number) {
      vi.stubGlobal('scrollY', top);
      await act(async () => window.dispatchEvent(new Event('scroll')));
      // The list notes that scrolling has ended.
      await act(async () => window.dispatchEvent(new Event('scrollend')));
    },
    end: () => act(async () => root.unmount()),
  };
}

it('has the rows near the screen only, in elements that it keeps, and renders nothing else when it is scrolled', async () => {
  let renders = 0;
  const selection = {
    ...nothingSelected,
    get cursor() {
      renders += 1;
      return null;
    },
  };
  const list = await show(selection);
  expect(list.grid?.getAttribute('aria-rowcount')).toBe(String(COUNT + 1));
  await list.scrollTo(5_000);
  const [before, elements] = [renders, new Set(list.rows())];
  for (let top = 0; top < COUNT * 56; top += 240_000) {
    await list.scrollTo(top);
    const names = list.rows().map((row) => row.getAttribute('data-entry'));
    expect(names).toContain(`well-${Math.floor(top / 56)}.csv`);
    expect(names.length).toBeLessThan(60);
  }
  expect(renders).toBe(before);
  // Of rows at the other end of the list.
  expect(list.rows().filter((row) => !elements.has(row))).toEqual([]);
  await list.end();
});

it('names the row of the cursor to screen readers while that row is there', async () => {
  const list = await show({ ...nothingSelected, cursor: 'well-3.csv' });
  const active = () => list.grid?.getAttribute('aria-activedescendant');
  expect(active()).toBe('entry-3');
  await list.scrollTo(100_000);
  expect(active()).toBeNull();
  await list.scrollTo(0);
  expect(active()).toBe('entry-3');
  await list.end();
});

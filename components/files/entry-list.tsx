// A table element cannot be virtual and keep its layout, so the roles of a grid are given by hand. The grid alone holds
// the focus, names the row with the cursor (aria-activedescendant) and handles every key.
// biome-ignore-all lint/a11y/useSemanticElements: see above
// biome-ignore-all lint/a11y/useFocusableInteractive: see above
'use client';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from '../ui/class-names.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { useDataRoom } from './data-room-context.tsx';
import { EntryRow, ROW_HEIGHT } from './entry-row.tsx';
import { handleGridKey } from './grid-keys.ts';
import type { Entry } from './list-folder.ts';
import { ListHead } from './list-head.tsx';
import { isFiltered } from './list-view.ts';
import { type Selection, type SelectionAction, select } from './selection.ts';

// Up to here every row is in the page, as it also is without scripts.
const VIRTUAL_ABOVE = 100;

/** The grid takes the focus back when a file is closed. */
export const entryListId = 'entry-list';

interface EntryListProps {
  entries: readonly Entry[];
  selection: Selection;
  onSelect: (next: Selection) => void;
  /** Delete was pressed. */
  onDelete: () => void;
}

/** The rows of a folder as one grid: one stop for the Tab key, arrows within, Shift for ranges, Enter opens. */
export function EntryList({ entries, selection, onSelect, onDelete }: EntryListProps) {
  const { location } = useDataRoom();
  const hydrated = useHydrated();
  const grid = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const keys = entries.map((entry) => entry.key);
  const act = (action: SelectionAction) => onSelect(select(selection, keys, action));

  const isVirtual = hydrated && entries.length > VIRTUAL_ABOVE;
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    if (body.current) setScrollMargin(body.current.getBoundingClientRect().top + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    scrollMargin,
    enabled: isVirtual,
  });
  const shown = isVirtual
    ? virtualizer.getVirtualItems().map(({ index }) => index)
    : entries.slice(0, hydrated ? undefined : VIRTUAL_ABOVE).map((_, index) => index);

  const cursorIndex = selection.cursor === null ? -1 : keys.indexOf(selection.cursor);
  const rowId = (index: number) => `entry-${index}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a moved cursor scrolls
  useEffect(() => {
    if (cursorIndex < 0 || document.activeElement !== grid.current) return;
    if (isVirtual) virtualizer.scrollToIndex(cursorIndex, { align: 'auto' });
    else document.getElementById(rowId(cursorIndex))?.scrollIntoView({ block: 'nearest' });
  }, [cursorIndex]);

  const hrefOf = useCallback(
    (entry: Entry) =>
      entry.kind === 'folder' ? location.hrefOfFolder(entry.path) : location.hrefOfFile(entry.file.path),
    [location],
  );

  const press = useStable((event: MouseEvent, key: string) => {
    if (event.defaultPrevented || (event.target instanceof Element && event.target.closest('a'))) return;
    grid.current?.focus({ preventScroll: true });
    if (event.shiftKey) act({ kind: 'rangeTo', key });
    else if (event.ctrlKey || event.metaKey) act({ kind: 'toggle', key });
    else if (selection.chosen.size === 1 && selection.chosen.has(key)) act({ kind: 'toggle', key });
    else onSelect({ chosen: new Set([key]), cursor: key, anchor: key });
  });
  const toggle = useStable((key: string) => {
    grid.current?.focus({ preventScroll: true });
    act({ kind: 'toggle', key });
  });

  function onKeyDown(event: KeyboardEvent) {
    if (event.target instanceof Element && event.target.closest('[role="columnheader"]')) return;
    const cursor = entries[cursorIndex];
    const done = handleGridKey(event, act, {
      open: () => cursor && location.go(hrefOf(cursor)),
      toggle: () => cursor && act({ kind: 'toggle', key: cursor.key }),
      remove: onDelete,
    });
    if (done) event.preventDefault();
  }

  return (
    <div className="@container rounded-lg border border-line bg-surface">
      <div
        ref={grid}
        id={entryListId}
        role="grid"
        aria-label="Files"
        aria-multiselectable
        aria-rowcount={entries.length + 1}
        aria-activedescendant={
          cursorIndex >= 0 && shown.includes(cursorIndex) ? rowId(cursorIndex) : undefined
        }
        tabIndex={0}
        onKeyDown={onKeyDown}
        className={classNames('group rounded-lg', cursorIndex >= 0 && 'focus-visible:outline-none')}
      >
        <ListHead
          allChosen={entries.length > 0 && selection.chosen.size === entries.length}
          someChosen={selection.chosen.size > 0}
          onChooseAll={() => act({ kind: selection.chosen.size === entries.length ? 'none' : 'all' })}
          interactive={hydrated}
        />
        <div
          ref={body}
          role="rowgroup"
          className="relative"
          style={isVirtual ? { height: virtualizer.getTotalSize() } : undefined}
        >
          {shown.map((index) => {
            const entry = entries[index];
            if (!entry) return null;
            const row = (
              <EntryRow
                key={entry.key}
                id={rowId(index)}
                entry={entry}
                href={hrefOf(entry)}
                rowIndex={index + 2}
                chosen={selection.chosen.has(entry.key)}
                isCursor={index === cursorIndex}
                isOpen={entry.kind === 'file' && entry.file.path === location.file}
                withFolder={isFiltered(location.view)}
                interactive={hydrated}
                onPress={press}
                onToggle={toggle}
              />
            );
            if (!isVirtual) return row;
            return (
              <div
                key={entry.key}
                role="presentation"
                className="absolute inset-x-0"
                style={{ top: index * ROW_HEIGHT }}
              >
                {row}
              </div>
            );
          })}
        </div>
      </div>
      {!hydrated && entries.length > VIRTUAL_ABOVE && (
        <p className="border-t border-line p-4 text-sm text-muted">
          {entries.length - VIRTUAL_ABOVE} more entries are shown once this page’s scripts have loaded.
        </p>
      )}
    </div>
  );
}

/** A function that never changes and always does what the last one given does: rows that did not change stay as they are. */
function useStable<Arguments extends unknown[]>(latest: (...args: Arguments) => void) {
  const ref = useRef(latest);
  useLayoutEffect(() => {
    ref.current = latest;
  });
  return useCallback((...args: Arguments) => ref.current(...args), []);
}

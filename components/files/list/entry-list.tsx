// A `table` element cannot be virtualized without losing its layout, so the list uses ARIA grid roles. Only the grid is
// focusable. It handles every key and names the current row in aria-activedescendant.
// biome-ignore-all lint/a11y/useSemanticElements: see above
// biome-ignore-all lint/a11y/useFocusableInteractive: see above
'use client';
import {
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { useDataRoom } from '../data-room-context.tsx';
import { EntryRow } from './entry-row.tsx';
import { handleGridKey } from './grid-keys.ts';
import type { Entry } from './list-folder.ts';
import { ListHead } from './list-head.tsx';
import { isFiltered } from './list-view.ts';
import { type Selection, type SelectionAction, select } from './selection.ts';
import type { VirtualRowsProps } from './virtual-rows.tsx';

// Up to this many rows, all rows are rendered, as they are without scripts.
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

/**
 * The rows of a folder as one grid: a single tab stop, arrows to move, Shift to extend the selection, Enter to open.
 */
export function EntryList({ entries, selection, onSelect, onDelete }: EntryListProps) {
  const { location } = useDataRoom();
  const hydrated = useHydrated();
  const grid = useRef<HTMLDivElement>(null);
  const keys = entries.map((entry) => entry.key);
  const act = (action: SelectionAction) => onSelect(select(selection, keys, action));

  const isLong = entries.length > VIRTUAL_ABOVE;
  const VirtualRows = useVirtualRows(hydrated && isLong);
  const [shown, setShown] = useState({ first: 0, last: VIRTUAL_ABOVE - 1 });
  const onShown = useCallback((first: number, last: number) => setShown({ first, last }), []);

  const cursorIndex = selection.cursor === null ? -1 : keys.indexOf(selection.cursor);
  const rowId = (index: number) => `entry-${index}`;
  const hasFocus = useCallback(() => document.activeElement === grid.current, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only when the cursor moves
  useEffect(() => {
    if (cursorIndex < 0 || !hasFocus()) return;
    if (!VirtualRows) document.getElementById(rowId(cursorIndex))?.scrollIntoView({ block: 'nearest' });
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
  const open = useStable((key: string) => {
    const entry = entries[keys.indexOf(key)];
    if (entry) location.go(hrefOf(entry));
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

  const renderRow = (index: number) => {
    const entry = entries[index];
    if (!entry) return null;
    return (
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
        onOpen={open}
        onToggle={toggle}
      />
    );
  };

  return (
    <div className="@container border-b border-line">
      <div
        ref={grid}
        id={entryListId}
        role="grid"
        aria-label="Files"
        aria-multiselectable
        aria-rowcount={entries.length + 1}
        aria-activedescendant={
          cursorIndex >= 0 && (!VirtualRows || (cursorIndex >= shown.first && cursorIndex <= shown.last))
            ? rowId(cursorIndex)
            : undefined
        }
        tabIndex={0}
        onKeyDown={onKeyDown}
        className={classNames('group rounded', cursorIndex >= 0 && 'focus-visible:outline-none')}
      >
        <ListHead
          allChosen={entries.length > 0 && selection.chosen.size === entries.length}
          someChosen={selection.chosen.size > 0}
          onChooseAll={() => act({ kind: selection.chosen.size === entries.length ? 'none' : 'all' })}
        />
        {VirtualRows ? (
          <VirtualRows
            count={entries.length}
            cursorIndex={cursorIndex}
            followsCursor={hasFocus}
            onShown={onShown}
            renderRow={renderRow}
          />
        ) : (
          <div role="rowgroup" className="overflow-clip rounded-b">
            {entries.slice(0, VIRTUAL_ABOVE).map((_, index) => renderRow(index))}
          </div>
        )}
      </div>
      {isLong && !VirtualRows && (
        <p className="border-t border-line p-4 text-sm text-ink2">
          {entries.length - VIRTUAL_ABOVE} more entries appear when the page has loaded completely.
        </p>
      )}
    </div>
  );
}

/** A function with a stable identity that calls the latest callback, so that unchanged rows do not render again. */
function useStable<Arguments extends unknown[]>(latest: (...args: Arguments) => void) {
  const ref = useRef(latest);
  useLayoutEffect(() => {
    ref.current = latest;
  });
  return useCallback((...args: Arguments) => ref.current(...args), []);
}

/** The component for long lists; `null` until it is loaded. Short lists never load it. */
function useVirtualRows(isWanted: boolean): ComponentType<VirtualRowsProps> | null {
  const [Rows, setRows] = useState<ComponentType<VirtualRowsProps> | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    // If loading fails, the first rows stay and a note says that there are more.
    import('./virtual-rows.tsx').then(({ VirtualRows }) => setRows(() => VirtualRows)).catch(() => undefined);
  }, [isWanted]);
  return isWanted ? Rows : null;
}

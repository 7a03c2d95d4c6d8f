// A `table` element cannot be virtualized without losing its layout, so the list uses ARIA grid roles. Only the grid is
// focusable. It handles every key and names the current row in aria-activedescendant.
// biome-ignore-all lint/a11y/useSemanticElements: see above
// biome-ignore-all lint/a11y/useFocusableInteractive: see above
'use client';
import {
  type ComponentType,
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useDataRoom } from '#components/core/data-room/data-room-context.tsx';
import { entryListId, focusEntryList } from '#components/core/data-room/entry-list-id.ts';
import { classNames } from '#components/ui/class-names.ts';
import { part } from '#components/ui/part.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import type { Entry } from '#lib/data-room/list-folder.ts';
import { isFiltered } from '#lib/data-room/list-view.ts';
import { type Selection, type SelectionAction, select } from '#lib/data-room/selection.ts';
import { type ColumnId, gridStyle } from './columns.ts';
import { DragRectangle } from './drag-rectangle.tsx';
import { EntryRow, type EntryRowProps } from './entry-row.tsx';
import { handleGridKey } from './grid-keys.ts';
import { ListHead } from './list-head.tsx';
import { galleryKey, useListLayout } from './list-layout.ts';
import { rowHeightOf, singleRowHeight } from './row-height.ts';

const noColumns: readonly ColumnId[] = [];
// Up to this many rows, all rows are rendered, as they are without scripts.
const VIRTUAL_ABOVE = 100;
// Rows of a longer list until the code is loaded that renders those near the viewport, and in the HTML of a file's page, where the file is what
// the reader came for: as many as most screens show.
const FIRST_ROWS = 30;

const VirtualRows = part(async () => (await import('./virtual-rows.tsx')).VirtualRows, {
  loading: ({ renderRow }) => (
    <div role="rowgroup">
      {Array.from({ length: FIRST_ROWS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place
        <Fragment key={index}>{renderRow(index)}</Fragment>
      ))}
    </div>
  ),
  // The first rows stay.
  failure: () => undefined,
});

interface EntryListProps {
  entries: readonly Entry[];
  selection: Selection;
  onSelect: (next: Selection) => void;
  /** Shows the entries as tiles. */
  Gallery: ComponentType<GalleryProps>;
}

export interface GalleryProps {
  entries: readonly Entry[];
  cursorIndex: number;
  propsOf: (entry: Entry, index: number) => EntryRowProps;
}

/**
 * The rows of a folder as one grid: a single tab stop, arrows to move, Shift to extend the selection, Enter to open.
 */
export function EntryList({ entries, selection, onSelect, Gallery }: EntryListProps) {
  const { lab, location, filing, dropTarget } = useDataRoom();
  const [layout] = useListLayout();
  const { isCompact } = layout;
  const isGallery = layout.galleries.includes(galleryKey(lab.oclId, location.folder));
  const columns = isGallery ? noColumns : layout.columns;
  const hydrated = useHydrated();
  const grid = useRef<HTMLDivElement>(null);
  const chosenBefore = useRef(selection.chosen);
  const keys = useMemo(() => entries.map((entry) => entry.key), [entries]);
  const act = (action: SelectionAction) => onSelect(select(selection, keys, action));

  const isLong = entries.length > VIRTUAL_ABOVE;
  const [hasVirtualRows, setVirtualRows] = useState(false);
  const isVirtual = isLong && hasVirtualRows;
  const drawn = hydrated || location.file === null ? entries : entries.slice(0, FIRST_ROWS);
  const missing = isLong && !isVirtual ? entries.length - FIRST_ROWS : entries.length - drawn.length;

  const cursorIndex = selection.cursor === null ? -1 : keys.indexOf(selection.cursor);
  const [isCursorShown, setCursorShown] = useState(false);
  const onShown = useCallback(
    (first: number, last: number) => {
      setVirtualRows(true);
      setCursorShown(cursorIndex >= first && cursorIndex <= last);
    },
    [cursorIndex],
  );
  const rowId = (index: number) => `entry-${index}`;
  const hasFocus = useCallback(() => document.activeElement === grid.current, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only when the cursor moves
  useEffect(() => {
    if (cursorIndex < 0 || !hasFocus()) return;
    if (!isVirtual) document.getElementById(rowId(cursorIndex))?.scrollIntoView({ block: 'nearest' });
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

  const openMenu = useStable((key: string, place: { x: number; y: number }) => {
    const isChosen = selection.chosen.has(key);
    act({ kind: 'moveTo', key });
    filing.start({ kind: 'menu', keys: isChosen ? [...selection.chosen] : [key], ...place });
  });
  const closeRename = useStable((byKeyboard: boolean) => {
    filing.start(null);
    if (byKeyboard) focusEntryList();
  });

  // The Menu key and Shift+F10 also end here, with the grid as their target.
  function onContextMenu(event: MouseEvent) {
    const target = event.target instanceof Element ? event.target : null;
    const row = target?.closest<HTMLElement>('[data-entry]') ?? document.getElementById(rowId(cursorIndex));
    const key = row?.dataset.entry;
    if (!row || key === undefined || target?.closest('a, input')) return;
    event.preventDefault();
    const { left, bottom } = row.getBoundingClientRect();
    const isPointer = target !== grid.current;
    openMenu(key, isPointer ? { x: event.clientX, y: event.clientY } : { x: left + 40, y: bottom });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.target instanceof Element && event.target.closest('[role="columnheader"]')) return;
    const cursor = entries[cursorIndex];
    const done = handleGridKey(
      event,
      act,
      {
        open: () => cursor && location.go(hrefOf(cursor)),
        toggle: () => cursor && act({ kind: 'toggle', key: cursor.key }),
        remove: () => {
          const keys = selection.chosen.size > 0 ? [...selection.chosen] : cursor ? [cursor.key] : [];
          if (filing.offers('trashEntry') && keys.length > 0) filing.trash(keys);
        },
        rename: () =>
          cursor &&
          filing.offers('moveEntry') &&
          filing.start({ kind: 'renaming', key: cursor.key, place: 'row' }),
      },
      rowHeightOf(event.currentTarget.clientWidth, isCompact),
      columnsOfGrid(event.currentTarget.lastElementChild),
    );
    if (done) event.preventDefault();
  }

  const { task } = filing;
  const renaming = task?.kind === 'renaming' && task.place === 'row' ? task.key : null;
  const propsOf = (entry: Entry, index: number): EntryRowProps => ({
    id: rowId(index),
    entry,
    href: hrefOf(entry),
    columns,
    rowIndex: index + 2,
    chosen: selection.chosen.has(entry.key),
    isCursor: index === cursorIndex,
    isOpen: entry.kind === 'file' && entry.file.path === location.file,
    withFolder: isFiltered(location.view),
    interactive: hydrated,
    canMove: filing.offers('moveEntry'),
    isRenaming: renaming === entry.key,
    isBusy: filing.busy.has(entry.key),
    isDropTarget: entry.kind === 'folder' && entry.path === dropTarget,
    onMenu: openMenu,
    onRenamed: closeRename,
    onPress: press,
    onOpen: open,
    onToggle: toggle,
  });
  const renderRow = (index: number) => {
    const entry = entries[index];
    return entry ? <EntryRow {...propsOf(entry, index)} /> : null;
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
          cursorIndex >= 0 && (!isVirtual || isCursorShown) ? rowId(cursorIndex) : undefined
        }
        tabIndex={0}
        onKeyDown={onKeyDown}
        onContextMenu={onContextMenu}
        style={gridStyle(columns, singleRowHeight(isCompact))}
        className={classNames('group rounded', cursorIndex >= 0 && 'focus-visible:outline-none')}
      >
        <ListHead
          columns={columns}
          allChosen={entries.length > 0 && selection.chosen.size === entries.length}
          someChosen={selection.chosen.size > 0}
          onChooseAll={() => act({ kind: selection.chosen.size === entries.length ? 'none' : 'all' })}
        />
        {isGallery ? (
          <Gallery entries={entries} cursorIndex={cursorIndex} propsOf={propsOf} />
        ) : isLong ? (
          <VirtualRows
            count={entries.length}
            isCompact={isCompact}
            cursorIndex={cursorIndex}
            followsCursor={hasFocus}
            onShown={onShown}
            renderRow={renderRow}
          />
        ) : (
          <div role="rowgroup">
            {drawn.map((entry, index) => (
              <EntryRow key={entry.key} {...propsOf(entry, index)} />
            ))}
          </div>
        )}
      </div>
      {hydrated && !isGallery && (
        <DragRectangle
          grid={grid}
          count={isLong && !isVirtual ? FIRST_ROWS : entries.length}
          onStart={() => {
            chosenBefore.current = selection.chosen;
            grid.current?.focus({ preventScroll: true });
          }}
          onSelect={(rows, adds) => {
            const inside = rows ? keys.slice(rows.first, rows.last + 1) : [];
            const cursor = inside.at(-1) ?? selection.cursor;
            const chosen = new Set([...(adds ? chosenBefore.current : []), ...inside]);
            onSelect({ chosen, cursor, anchor: inside[0] ?? cursor });
          }}
        />
      )}
      {missing > 0 && !isGallery && (
        <p className="border-t border-line p-4 text-sm text-ink2">
          {missing} more entries appear when the page has loaded completely.
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

/** Columns of a gallery; 1 of rows. */
const columnsOfGrid = (body: Element | null) =>
  body ? getComputedStyle(body).gridTemplateColumns.split(' ').length : 1;

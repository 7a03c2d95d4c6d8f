// Only the tree is focusable. It handles every key and names the current row in aria-activedescendant.
// biome-ignore-all lint/a11y/useFocusableInteractive: see above
// biome-ignore-all lint/a11y/useKeyWithClickEvents: see above
'use client';
import { ChevronRight, Folder, FolderOpen } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { nameOf } from '#lib/data-room/moves.ts';
import { useDataRoom } from '../../core/data-room/data-room-context.tsx';
import { RoomLink } from '../../core/data-room/room-link.tsx';
import { classNames } from '../../ui/class-names.ts';
import { NameInRow } from '../../ui/name.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import {
  type Expanded,
  type FolderRow,
  foldersByParent,
  parentFolder,
  SHOWN_AT_ONCE,
  type TreeRow,
  treeRows,
  withAncestors,
} from './tree-rows.ts';

// Dragged rows that stay this long over a folder expand it.
const EXPAND_AFTER_MS = 600;

/** The folders of the data room as an ARIA tree. `onChosen` is called when a folder has been opened. */
export function FolderTree({ onChosen }: { onChosen?: () => void }) {
  const { files, emptyFolders, location, dropTarget } = useDataRoom();
  const { folder } = location;
  const id = useId();
  const tree = useRef<HTMLDivElement>(null);
  const folders = useMemo(
    () => foldersByParent([...files.map(({ path }) => path), ...emptyFolders]),
    [files, emptyFolders],
  );
  const [{ shown, expanded, cursor }, setState] = useState(() => showing(folder));
  if (shown !== folder) setState(showing(folder, expanded));
  const rows = useMemo(() => treeRows(folders, expanded, folder), [folders, expanded, folder]);
  const index = Math.max(
    0,
    rows.findIndex(({ key }) => key === cursor),
  );

  const moveTo = (row: TreeRow | undefined) => row && setState((now) => ({ ...now, cursor: row.key }));
  const expand = (path: string, more = 0) =>
    setState((now) => ({
      ...now,
      expanded: new Map(now.expanded).set(path, (now.expanded.get(path) ?? SHOWN_AT_ONCE) + more),
    }));
  const collapse = (path: string) =>
    setState((now) => {
      const next = new Map(now.expanded);
      next.delete(path);
      return { ...now, expanded: next };
    });
  const toggle = (row: TreeRow) =>
    row.kind === 'folder' && row.isExpanded ? collapse(row.path) : expand(row.path);
  function showMore(path: string) {
    const first = folders.get(path)?.[expanded.get(path) ?? 0];
    expand(path, SHOWN_AT_ONCE);
    setState((now) => ({ ...now, cursor: `${first}/` }));
  }
  function open(row: TreeRow) {
    moveTo(row);
    if (row.kind === 'more') return showMore(row.path);
    if (row.isExpanded === false) expand(row.path);
    location.go(location.hrefOfFolder(row.path));
    onChosen?.();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only when the cursor moves
  useEffect(() => {
    if (document.activeElement !== tree.current) return;
    document.getElementById(`${id}${index}`)?.scrollIntoView({ block: 'nearest' });
  }, [index]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the folder below the pointer counts
  useEffect(() => {
    if (!dropTarget) return;
    const timer = setTimeout(() => expand(dropTarget), EXPAND_AFTER_MS);
    return () => clearTimeout(timer);
  }, [dropTarget]);

  function onKeyDown(event: KeyboardEvent) {
    const row = rows[index];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const isExpanded = row.kind === 'folder' ? row.isExpanded : undefined;
    if (event.key === 'ArrowDown') moveTo(rows[index + 1]);
    else if (event.key === 'ArrowUp') moveTo(rows[index - 1]);
    else if (event.key === 'Home') moveTo(rows[0]);
    else if (event.key === 'End') moveTo(rows.at(-1));
    else if (event.key === 'ArrowRight' && isExpanded === false) expand(row.path);
    else if (event.key === 'ArrowRight' && isExpanded) moveTo(rows[index + 1]);
    else if (event.key === 'ArrowLeft' && isExpanded && row.path !== '') collapse(row.path);
    else if (event.key === 'ArrowLeft') moveTo(parentOf(row, rows));
    else if (event.key === 'Enter' || event.key === ' ') open(row);
    else if (/^[\p{L}\p{N}]$/u.test(event.key)) moveTo(nextNamed(event.key, rows, index));
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={tree}
      role="tree"
      aria-label="Folders"
      aria-activedescendant={`${id}${index}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="group/tree rounded text-sm select-none focus-visible:outline-none"
    >
      {rows.map((row, at) => (
        <div
          key={row.key}
          id={`${id}${at}`}
          role="treeitem"
          aria-level={row.level}
          aria-posinset={row.position}
          aria-setsize={row.count}
          aria-expanded={row.kind === 'folder' ? row.isExpanded : undefined}
          aria-selected={row.kind === 'folder' && row.path === folder}
          data-folder={row.kind === 'folder' ? row.path : undefined}
          onClick={(event) => {
            const target = event.target instanceof Element ? event.target : null;
            const opensElsewhere = target?.closest('a') && !event.defaultPrevented;
            if (opensElsewhere) return;
            tree.current?.focus({ preventScroll: true });
            if (event.defaultPrevented) return;
            if (target?.closest('[data-toggle]')) toggle(row);
            else open(row);
          }}
          style={{ paddingInlineStart: `${Math.min(Math.max(0, row.level - 2), 12) * 0.875}rem` }}
          className={classNames(
            'flex h-8 touch:h-10 cursor-pointer items-center rounded-sm pr-2',
            row.kind === 'folder' && row.path === folder ? 'bg-veil font-medium' : 'hover:bg-wash',
            row.kind === 'folder' &&
              row.path === dropTarget &&
              'bg-veil outline-2 -outline-offset-2 outline-acc',
            at === index &&
              'group-focus-visible/tree:outline-2 group-focus-visible/tree:-outline-offset-2 group-focus-visible/tree:outline-acc',
          )}
        >
          {row.kind === 'more' ? (
            <span className="pl-6 text-ink2">{row.hidden} more folders</span>
          ) : (
            <FolderItem row={row} isHere={row.path === folder} onOpen={() => open(row)} />
          )}
        </div>
      ))}
    </div>
  );
}

interface FolderItemProps {
  row: FolderRow;
  isHere: boolean;
  onOpen: () => void;
}

function FolderItem({ row, isHere, onOpen }: FolderItemProps) {
  const { location } = useDataRoom();
  const hydrated = useHydrated();
  const Icon = isHere ? FolderOpen : Folder;
  const name = row.path === '' ? 'Files' : nameOf(row.path);
  const canToggle = row.isExpanded !== undefined && row.path !== '';
  return (
    <>
      <span
        data-toggle={canToggle || undefined}
        className={classNames(
          'flex h-full shrink-0 items-center justify-center text-ink2 noscript:invisible',
          row.path === '' ? 'w-2' : 'w-6',
        )}
      >
        {canToggle && (
          <ChevronRight aria-hidden className={classNames('size-4', row.isExpanded && 'rotate-90')} />
        )}
      </span>
      <RoomLink
        href={location.hrefOfFolder(row.path)}
        title={row.path === '' ? undefined : row.path}
        tabIndex={hydrated ? -1 : undefined}
        draggable={false}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          onOpen();
        }}
        className="flex min-w-0 flex-1 items-center gap-2"
      >
        <Icon aria-hidden className="size-4 shrink-0 text-acc" />
        <NameInRow>{name}</NameInRow>
      </RoomLink>
    </>
  );
}

/** Shows a folder: the cursor is on it, and the folders above it are expanded. */
const showing = (folder: string, expanded: Expanded = new Map()) => ({
  shown: folder,
  expanded: withAncestors(expanded, folder),
  cursor: `${folder}/`,
});

const parentOf = (row: TreeRow, rows: readonly TreeRow[]) => {
  const parent = row.kind === 'more' ? row.path : parentFolder(row.path);
  return rows.find(({ key }) => key === `${parent}/`);
};

/** The next row after `index`, and from the top again, whose name begins with a letter. */
function nextNamed(letter: string, rows: readonly TreeRow[], index: number): TreeRow | undefined {
  return [...rows.slice(index + 1), ...rows.slice(0, index)].find(
    (row) => row.kind === 'folder' && nameOf(row.path).toLowerCase().startsWith(letter.toLowerCase()),
  );
}

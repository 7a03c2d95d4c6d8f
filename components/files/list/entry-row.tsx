// biome-ignore-all lint/a11y/useSemanticElements: the roles of `EntryList`
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles every key
'use client';
import { fileKindOf } from '@labroom/formats/file-kind';
import { Ellipsis } from 'lucide-react';
import { type ComponentProps, type MouseEvent, memo, type ReactNode } from 'react';
import { type Entry, typeOf } from '#lib/data-room/list-folder.ts';
import { visibleLine, visibleName } from '#lib/names/visible-name.ts';
import { AccessBadge } from '../../core/access/access-badge.tsx';
import { EntryIcon } from '../../core/data-room/entry-icon.tsx';
import { RoomLink } from '../../core/data-room/room-link.tsx';
import { Button } from '../../ui/button.tsx';
import { ByteSize } from '../../ui/byte-size.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Name, NameInRow } from '../../ui/name.tsx';
import { shortHex } from '../../ui/short-hex.ts';
import { Time } from '../../ui/time.tsx';
import { RenameField } from '../filing/parts.tsx';
import { type ColumnId, cellClass, columnsOf, rowGrid } from './columns.ts';

export interface EntryRowProps {
  id: string;
  entry: Entry;
  href: string;
  columns: readonly ColumnId[];
  /** 1-based, counting the header. */
  rowIndex: number;
  chosen: boolean;
  isCursor: boolean;
  isOpen: boolean;
  /** Shows the folder of each file, for results from several folders. */
  withFolder: boolean;
  /** False until the page is hydrated. Without scripts only links work. */
  interactive: boolean;
  /** Whether the user may move and rename it. */
  canMove: boolean;
  isRenaming: boolean;
  /** On its way to another path. */
  isBusy: boolean;
  /** Dragged rows would move into this folder. */
  isDropTarget: boolean;
  onMenu: (key: string, place: { x: number; y: number }) => void;
  onRenamed: (byKeyboard: boolean) => void;
  onPress: (event: MouseEvent, key: string) => void;
  onOpen: (key: string) => void;
  onToggle: (key: string) => void;
}

export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { entry, href, chosen, isCursor, isOpen, withFolder, interactive } = props;
  const isFile = entry.kind === 'file';
  return (
    <div
      {...rowAttributes(props)}
      className={classNames(
        rowGrid,
        'group/row h-14 lg:scroll-mt-[calc(var(--bar-height,3rem)+2rem)] @sm:h-(--row-height) border-b border-line text-sm select-none',
        props.isBusy && 'opacity-50',
        props.isDropTarget && 'outline-2 -outline-offset-2 outline-acc bg-veil',
        chosen || isOpen ? 'bg-veil' : 'hover:bg-wash',
        isOpen && '[box-shadow:inset_3px_0_0_var(--acc)]',
        isCursor &&
          'group-focus-visible:outline-2 group-focus-visible:-outline-offset-2 group-focus-visible:outline-acc',
      )}
    >
      <ChoiceCell {...props} className="h-full" />
      <span
        role="gridcell"
        data-drags-row={props.canMove || undefined}
        className="relative flex h-full min-w-0 items-center gap-3 pr-3"
      >
        <EntryIcon kind={isFile ? fileKindOf(entry.file.contentType) : 'folder'} />
        {props.isRenaming ? (
          <RenameField key={entry.key} entryKey={entry.key} onClose={props.onRenamed} />
        ) : (
          <>
            <span className="min-w-0 flex-1 @sm:flex @sm:gap-3">
              <RoomLink
                href={href}
                title={isFile ? entry.file.path : entry.path}
                tabIndex={interactive ? -1 : undefined}
                className="block max-w-full font-medium hover:underline @sm:shrink-0 touch:after:absolute touch:after:inset-0"
              >
                <NameInRow>{entry.name}</NameInRow>
              </RoomLink>
              <span className="block min-w-0 truncate text-ink2">
                <Summary entry={entry} withFolder={withFolder} />
              </span>
            </span>
            {interactive && <MenuButton entry={entry} isShown={isCursor} onMenu={props.onMenu} />}
          </>
        )}
      </span>
      {columnsOf(props.columns).map((column) => (
        <span key={column.id} role="gridcell" className={classNames(cellClass(column), 'h-full text-ink2')}>
          {contents[column.id](entry)}
        </span>
      ))}
    </div>
  );
});

/** What rows and tiles have in common: role, state, and what a press does. */
export function rowAttributes({ entry, ...props }: EntryRowProps): ComponentProps<'div'> & DataAttributes {
  return {
    id: props.id,
    role: 'row',
    'aria-rowindex': props.rowIndex,
    'aria-selected': props.chosen,
    'aria-busy': props.isBusy || undefined,
    'data-entry': entry.key,
    'data-folder': entry.kind === 'file' ? undefined : entry.path,
    draggable: (props.canMove && !props.isRenaming) || undefined,
    onClick: (event) => props.onPress(event, entry.key),
    onDoubleClick: () => props.onOpen(entry.key),
  };
}

interface DataAttributes {
  'data-entry': string;
  'data-folder': string | undefined;
}

/** The checkbox of a row. A click beside it also ticks it, without selecting only its row. */
export function ChoiceCell({ entry, chosen, onToggle, className }: EntryRowProps & { className: string }) {
  return (
    <span
      role="gridcell"
      onClick={(event) => {
        event.stopPropagation();
        if (event.target === event.currentTarget) onToggle(entry.key);
      }}
      onDoubleClick={keepFromRow}
      className={classNames('flex cursor-pointer items-center justify-center noscript:invisible', className)}
    >
      <Checkbox
        aria-label={`Select ${visibleName(entry.name)}`}
        checked={chosen}
        tabIndex={-1}
        onChange={() => onToggle(entry.key)}
      />
    </span>
  );
}

/** What a cell shows. Folders have no access, version and author of their own. */
const contents: Record<ColumnId, (entry: Entry) => ReactNode> = {
  type: typeOf,
  access: (entry) =>
    entry.kind === 'file' && (
      <AccessBadge level={entry.file.accessLevel} publicVersions={entry.file.publicVersions} />
    ),
  version: (entry) => entry.kind === 'file' && entry.file.version,
  changedBy: (entry) =>
    entry.kind === 'file' &&
    entry.file.changeBy !== null && (
      <span title={entry.file.changeBy} className="truncate font-mono text-xs">
        {shortHex(entry.file.changeBy)}
      </span>
    ),
  size: (entry) => <ByteSize bytes={entry.size} />,
  updated: (entry) =>
    entry.updatedAt && (
      <span className="truncate">
        <Time value={entry.updatedAt} style="date" />
      </span>
    ),
};

interface MenuButtonProps {
  entry: Entry;
  isShown: boolean;
  onMenu: EntryRowProps['onMenu'];
}

/** Appears where the pointer or the cursor is, and always on touch devices. */
export function MenuButton({ entry, isShown, onMenu }: MenuButtonProps) {
  return (
    <Button
      variant="quiet"
      size="icon"
      tabIndex={-1}
      aria-label={`Actions for ${visibleName(entry.name)}`}
      aria-haspopup="menu"
      onClick={(event) => {
        event.stopPropagation();
        const { left, bottom } = event.currentTarget.getBoundingClientRect();
        onMenu(entry.key, { x: left, y: bottom });
      }}
      onDoubleClick={keepFromRow}
      className={classNames(
        'relative group-hover/row:opacity-100 touch:opacity-100',
        !isShown && 'opacity-0',
      )}
    >
      <Ellipsis aria-hidden className="size-4" />
    </Button>
  );
}

const keepFromRow = (event: MouseEvent) => event.stopPropagation();

/** Details without a column of their own: beside the name, and below it in narrow lists, with size and version. */
function Summary({ entry, withFolder }: { entry: Entry; withFolder: boolean }) {
  if (entry.kind === 'folder')
    return `${entry.fileCount.toLocaleString('en')} ${entry.fileCount === 1 ? 'file' : 'files'}`;
  const { path, version, description, tags } = entry.file;
  const folder = path.slice(0, -entry.name.length - 1);
  const isBelow = withFolder && folder !== '';
  const about = visibleLine(description || tags.join(', '));
  return (
    <>
      <span className="@2xl:hidden">
        <ByteSize bytes={entry.size} />
        {version > 1 && ` · version ${version}`}
        {(isBelow || about) && ' · '}
      </span>
      {isBelow && <Name>{folder}</Name>}
      {isBelow && about && ' · '}
      {about && <bdi>{about}</bdi>}
    </>
  );
}

// biome-ignore-all lint/a11y/useSemanticElements: the roles of `EntryList`
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles every key
'use client';
import { memo, useRef } from 'react';
import { AccessBadge } from '../../core/access/access-badge.tsx';
import { RoomLink } from '../../core/data-room/room-link.tsx';
import { ByteSize } from '../../ui/byte-size.tsx';
import { classNames } from '../../ui/class-names.ts';
import { NameInRow } from '../../ui/name.tsx';
import { useSeen } from '../../ui/use-seen.ts';
import { RenameField } from '../filing/parts.tsx';
import { ChoiceCell, type EntryRowProps, MenuButton, rowAttributes } from '../list/entry-row.tsx';
import { TilePicture } from './tile-picture.tsx';

interface TileProps extends EntryRowProps {
  /** Of the list of URLs that has the picture. */
  prefix: string;
  /** Page of that list; `undefined` for folders. */
  page: number | undefined;
}

/** An entry as a tile: a picture, or the symbol of its kind. */
export const Tile = memo(function Tile({ prefix, page, ...props }: TileProps) {
  const { entry, href } = props;
  const isFile = entry.kind === 'file';
  const tile = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(tile);
  return (
    <div
      ref={tile}
      {...rowAttributes(props)}
      className={classNames(
        'group/row relative lg:scroll-mt-[calc(var(--bar-height,3rem)+2.5rem)] rounded-sm p-1.5 text-sm select-none',
        props.isBusy && 'opacity-50',
        props.isDropTarget && 'bg-veil outline-2 outline-acc',
        props.chosen || props.isOpen ? 'bg-veil' : 'hover:bg-wash',
        props.isOpen && '[box-shadow:inset_0_3px_0_var(--acc)]',
        props.isCursor && 'group-focus-visible:outline-2 group-focus-visible:outline-acc',
      )}
    >
      <ChoiceCell
        {...props}
        className={classNames(
          'absolute top-1.5 left-1.5 z-10 size-8 touch:size-10 bg-paper group-hover/row:opacity-100 touch:opacity-100',
          !props.chosen && !props.isCursor && 'opacity-0',
        )}
      />
      <span role="gridcell" className="block min-w-0">
        <TilePicture entry={entry} prefix={prefix} page={page} isSeen={isSeen} />
        <span className="flex h-8 touch:h-10 items-center">
          {props.isRenaming ? (
            <RenameField entryKey={entry.key} onClose={props.onRenamed} />
          ) : (
            <>
              <RoomLink
                href={href}
                title={isFile ? entry.file.path : entry.path}
                tabIndex={-1}
                className="block min-w-0 flex-1 font-medium hover:underline touch:after:absolute touch:after:inset-0"
              >
                <NameInRow>{entry.name}</NameInRow>
              </RoomLink>
              <MenuButton entry={entry} isShown={props.isCursor} onMenu={props.onMenu} />
            </>
          )}
        </span>
        <span className="flex min-w-0 items-center justify-between gap-2 text-ink2">
          {isFile ? (
            <AccessBadge level={entry.file.accessLevel} publicVersions={entry.file.publicVersions} />
          ) : (
            `${entry.fileCount} ${entry.fileCount === 1 ? 'file' : 'files'}`
          )}
          <ByteSize bytes={entry.size} />
        </span>
      </span>
    </div>
  );
});

// biome-ignore-all lint/a11y/useSemanticElements: the roles of `EntryList`
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles every key
'use client';
import { type MouseEvent, memo } from 'react';
import { AccessBadge } from '#components/marks/access-badge.tsx';
import { ByteSize } from '#components/ui/byte-size.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { Time } from '#components/ui/time.tsx';
import { fileKindOf } from '#lib/download/file-kind.ts';
import { visibleLine, visibleName } from '#lib/visible-name.ts';
import { RoomLink } from '../room-link.tsx';
import { EntryIcon } from './entry-icon.tsx';
import type { Entry } from './list-folder.ts';

/**
 * Height of a row in pixels, by the width of the list: one line in a wide list, two in a narrow one. It is the same for
 * all rows, so that long lists can be virtualized.
 */
export const rowHeightOf = (listWidth: number) => (listWidth >= 672 ? 40 : 56);

/** Columns by the width of the list itself, which is narrow beside an open file even on a wide screen. */
export const columns =
  'grid grid-cols-[2.5rem_minmax(0,1fr)_6rem] @2xl:grid-cols-[2.5rem_minmax(0,1fr)_8.5rem_6rem_8rem] @4xl:grid-cols-[2.5rem_minmax(0,1fr)_9rem_4rem_7rem_8rem] items-center';

interface EntryRowProps {
  id: string;
  entry: Entry;
  href: string;
  /** 1-based, counting the header. */
  rowIndex: number;
  chosen: boolean;
  isCursor: boolean;
  isOpen: boolean;
  /** Shows the folder of each file, for results from several folders. */
  withFolder: boolean;
  /** False until the page is hydrated. Without scripts only links work. */
  interactive: boolean;
  onPress: (event: MouseEvent, key: string) => void;
  onOpen: (key: string) => void;
  onToggle: (key: string) => void;
}

export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { id, entry, href, rowIndex, chosen, isCursor, isOpen, withFolder, interactive } = props;
  const isFile = entry.kind === 'file';
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={chosen}
      onClick={(event) => props.onPress(event, entry.key)}
      onDoubleClick={() => props.onOpen(entry.key)}
      className={classNames(
        columns,
        'h-14 @2xl:h-10 border-b border-line text-sm select-none',
        chosen || isOpen ? 'bg-veil' : 'hover:bg-wash',
        isOpen && '[box-shadow:inset_3px_0_0_var(--acc)]',
        isCursor &&
          'group-focus-visible:outline-2 group-focus-visible:-outline-offset-2 group-focus-visible:outline-acc',
      )}
    >
      {/* A click beside the checkbox also ticks it, without selecting only its row. */}
      <span
        role="gridcell"
        onClick={(event) => {
          event.stopPropagation();
          if (event.target === event.currentTarget) props.onToggle(entry.key);
        }}
        onDoubleClick={keepFromRow}
        className="flex h-full cursor-pointer items-center justify-center"
      >
        <Checkbox
          aria-label={`Select ${visibleName(entry.name)}`}
          checked={chosen}
          tabIndex={-1}
          className="noscript:invisible"
          onChange={() => props.onToggle(entry.key)}
        />
      </span>
      <span role="gridcell" className="relative flex h-full min-w-0 items-center gap-3 pr-3">
        <EntryIcon kind={isFile ? fileKindOf(entry.file.contentType) : 'folder'} />
        <span className="min-w-0 flex-1 @2xl:flex @2xl:gap-3">
          <RoomLink
            href={href}
            title={isFile ? entry.file.path : entry.path}
            tabIndex={interactive ? -1 : undefined}
            className="block truncate font-medium hover:underline @2xl:max-w-[65%] @2xl:shrink-0 touch:after:absolute touch:after:inset-0"
          >
            {visibleName(entry.name)}
          </RoomLink>
          <span className="block truncate text-ink2 @2xl:min-w-0">
            <Summary entry={entry} withFolder={withFolder} />
          </span>
        </span>
      </span>
      <span role="gridcell" className="flex pr-3">
        {isFile && <AccessBadge level={entry.file.accessLevel} publicVersions={entry.file.publicVersions} />}
      </span>
      <span role="gridcell" className="tabular hidden pr-3 text-right text-ink2 @4xl:block">
        {isFile && entry.file.version}
      </span>
      <span role="gridcell" className="hidden pr-6 text-right @2xl:block">
        <ByteSize bytes={entry.size} />
      </span>
      <span role="gridcell" className="hidden truncate pr-3 text-ink2 @2xl:block">
        {entry.updatedAt && <Time value={entry.updatedAt} />}
      </span>
    </div>
  );
});

const keepFromRow = (event: MouseEvent) => event.stopPropagation();

/** Details without a column of their own: beside the name, and below it in narrow lists, with size and version. */
function Summary({ entry, withFolder }: { entry: Entry; withFolder: boolean }) {
  if (entry.kind === 'folder') return `${entry.fileCount} ${entry.fileCount === 1 ? 'file' : 'files'}`;
  const { path, version, description, tags } = entry.file;
  const folder = path.slice(0, -entry.name.length - 1);
  const parts = [withFolder && visibleName(folder), visibleLine(description || tags.join(', '))].filter(
    Boolean,
  );
  return (
    <>
      <span className="@2xl:hidden">
        <ByteSize bytes={entry.size} />
        {version > 1 && ` · version ${version}`}
        {parts.length > 0 && ' · '}
      </span>
      {parts.join(' · ')}
    </>
  );
}

// biome-ignore-all lint/a11y/useSemanticElements: the roles of `EntryList`
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus
'use client';
import { type ReactNode, useMemo, useState } from 'react';
import { useDataRoom } from '#components/core/data-room/data-room-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { isFiltered } from '#lib/data-room/list-view.ts';
import type { GalleryProps } from '../list/entry-list.tsx';
import { Tile } from './tile.tsx';
import { urlPages } from './url-pages.ts';

const SHOWN_AT_ONCE = 200;

/** The entries of a folder as tiles, within the grid of `EntryList`. */
export function Gallery({ entries, cursorIndex, propsOf }: GalleryProps): ReactNode {
  const { files, location } = useDataRoom();
  const [wanted, setWanted] = useState(SHOWN_AT_ONCE);
  const limit = Math.max(wanted, cursorIndex + 1);
  const prefix = isFiltered(location.view) || location.folder === '' ? '' : `${location.folder}/`;
  const pages = useMemo(() => urlPages(files, prefix), [files, prefix]);
  return (
    <div
      role="rowgroup"
      className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-4 gap-y-5 py-4 sm:grid-cols-[repeat(auto-fill,minmax(12rem,1fr))]"
    >
      {entries.slice(0, limit).map((entry, index) => (
        <Tile
          key={entry.key}
          {...propsOf(entry, index)}
          prefix={prefix}
          page={entry.kind === 'file' ? pages.get(entry.file.path) : undefined}
        />
      ))}
      {entries.length > limit && (
        <div role="row" className="col-span-full">
          <span role="gridcell">
            <Button onClick={() => setWanted(limit + SHOWN_AT_ONCE)}>
              Show more ({entries.length - limit})
            </Button>
          </span>
        </div>
      )}
    </div>
  );
}

// biome-ignore-all lint/a11y/useSemanticElements: the roles of `EntryList`
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the checkbox inside handles the keys
'use client';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useDataRoom } from '#components/core/data-room/data-room-context.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { classNames } from '#components/ui/class-names.ts';
import type { SortKey } from '#lib/data-room/sort-key.ts';
import { type ColumnId, cellClass, columnsOf, rowGrid } from './columns.ts';

interface ListHeadProps {
  allChosen: boolean;
  someChosen: boolean;
  columns: readonly ColumnId[];
  onChooseAll: () => void;
}

/** Column headers; each sorts the list. */
export function ListHead({ allChosen, someChosen, columns, onChooseAll }: ListHeadProps) {
  return (
    <div
      role="rowgroup"
      className="sticky top-0 z-10 touch:static lg:top-[var(--bar-height,3rem)] border-b border-ink bg-paper text-xs text-ink2"
    >
      <div role="row" aria-rowindex={1} className={classNames(rowGrid, 'h-8 touch:h-10')}>
        <span
          role="columnheader"
          onClick={(event) => event.target === event.currentTarget && onChooseAll()}
          className="flex h-full cursor-pointer items-center justify-center"
        >
          <Checkbox
            aria-label="Select all"
            checked={allChosen}
            indeterminate={someChosen && !allChosen}
            className="noscript:invisible"
            onChange={onChooseAll}
          />
        </span>
        <SortHead sort="name">Name</SortHead>
        {columnsOf(columns).map((column) => (
          <SortHead key={column.id} sort={column.sort} className={cellClass(column)}>
            {column.name}
          </SortHead>
        ))}
      </div>
    </div>
  );
}

function SortHead({ sort, className, children }: { sort: SortKey; className?: string; children: string }) {
  const { location } = useDataRoom();
  const { view } = location;
  const isSorted = view.sort === sort;
  const Arrow = isSorted && view.descending ? ArrowDown : ArrowUp;
  const order = !isSorted ? 'none' : view.descending ? 'descending' : 'ascending';
  return (
    <span role="columnheader" aria-sort={order} className={classNames('flex', className ?? 'pr-3')}>
      <button
        type="button"
        // Above numbers the arrow stands on the other side, so that the name ends where they do.
        className="inline-flex h-8 touch:h-10 items-center gap-1 rounded hover:text-ink in-[.justify-end]:flex-row-reverse"
        onClick={() => location.setView({ ...view, sort, descending: isSorted && !view.descending })}
      >
        {children}
        {isSorted && <Arrow aria-hidden className="size-4" />}
      </button>
    </span>
  );
}

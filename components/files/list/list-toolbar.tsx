'use client';
import { type FileKind, fileKindNames, fileKindOf } from '@labroom/formats/file-kind';
import { accessLevelName } from '@labroom/protocol/access-level';
import { ListFilter, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { isFiltered, type ListView, plainView } from '#lib/data-room/list-view.ts';
import type { SortKey } from '#lib/data-room/sort-key.ts';
import type { RoomFile } from '#lib/download/room-files.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { useDataRoom } from '../../core/data-room/data-room-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { SearchField } from './search-field.tsx';
import { ViewMenu } from './view-menu.tsx';

interface ListToolbarProps {
  found: number;
}

/** Search and filters for all files of the lab. Each filter offers only values that occur. */
export function ListToolbar({ found }: ListToolbarProps) {
  const { files, location } = useDataRoom();
  const { view, setView } = location;
  const chosen = [view.level, view.tag, view.category, view.kind].filter(Boolean).length;
  const [isOpen, setOpen] = useState(chosen > 0);
  const filters = useMemo(() => (isOpen ? choicesOf(files) : null), [isOpen, files]);

  return (
    <>
      <div className="flex min-w-80 flex-1 gap-2 max-lg:basis-full lg:max-w-md">
        <SearchField value={view.search} onChange={(search) => setView({ ...view, search })} />
        <Button aria-expanded={isOpen} aria-controls="file-filters" onClick={() => setOpen(!isOpen)}>
          <ListFilter aria-hidden className="size-4" />
          Filter{chosen > 0 && ` (${chosen})`}
        </Button>
        <ViewMenu />
      </div>
      {filters && (
        <div id="file-filters" className="grid w-full grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-2">
          <FilterSelect label="Access" field="level" choices={filters.level} name={accessLevelName} />
          <FilterSelect
            label="Type"
            field="kind"
            choices={filters.kind}
            name={(kind) => fileKindNames[kind as FileKind]}
          />
          <FilterSelect label="Tag" field="tag" choices={filters.tag} />
          <FilterSelect label="Category" field="category" choices={filters.category} />
          <SortSelect />
        </div>
      )}
      {isFiltered(view) && (
        <p role="status" className="flex w-full flex-wrap items-center gap-2 text-sm text-ink2">
          {found === 1 ? '1 file' : `${found.toLocaleString('en')} files`} in all folders
          <Button
            size="sm"
            variant="quiet"
            onClick={() => setView({ ...plainView, sort: view.sort, descending: view.descending })}
          >
            <X aria-hidden className="size-4" />
            Clear filters
          </Button>
        </p>
      )}
    </>
  );
}

interface FilterSelectProps {
  label: string;
  field: 'level' | 'tag' | 'category' | 'kind';
  /** Values that occur. */
  choices: readonly string[];
  name?: (choice: string) => string;
}

function FilterSelect({ label, field, choices, name = visibleName }: FilterSelectProps) {
  const { view, setView } = useDataRoom().location;
  const value = view[field];
  // A filter value from a shared link stays available, even if no file has it any more.
  const offered = value && !choices.includes(value) ? [...choices, value] : choices;
  return (
    <Select
      aria-label={label}
      value={value}
      disabled={offered.length === 0}
      onChange={(event) => setView({ ...view, [field]: event.target.value } as ListView)}
    >
      <option value="">
        {label}: {offered.length === 0 ? 'none' : 'any'}
      </option>
      {offered.map((choice) => (
        <option key={choice} value={choice}>
          {name(choice)}
        </option>
      ))}
    </Select>
  );
}

const orders: Readonly<Record<string, { name: string; sort: SortKey; descending: boolean }>> = {
  name: { name: 'name', sort: 'name', descending: false },
  newest: { name: 'newest first', sort: 'updated', descending: true },
  oldest: { name: 'oldest first', sort: 'updated', descending: false },
  largest: { name: 'largest first', sort: 'size', descending: true },
  smallest: { name: 'smallest first', sort: 'size', descending: false },
};

/** Sort menu for narrow lists, which do not show all column headers. */
function SortSelect() {
  const { view, setView } = useDataRoom().location;
  const current = Object.entries(orders).find(
    ([, { sort, descending }]) => sort === view.sort && descending === view.descending,
  );
  return (
    <Select
      aria-label="Order"
      value={current?.[0] ?? ''}
      onChange={(event) => {
        const order = orders[event.target.value];
        if (order) setView({ ...view, sort: order.sort, descending: order.descending });
      }}
    >
      {!current && <option value="">Sort: by column</option>}
      {Object.entries(orders).map(([key, { name }]) => (
        <option key={key} value={key}>
          Sort: {name}
        </option>
      ))}
    </Select>
  );
}

function choicesOf(files: readonly RoomFile[]) {
  const sorted = (values: Iterable<string>) => [...new Set(values)].sort((a, b) => a.localeCompare(b));
  return {
    level: sorted(files.map((file) => file.accessLevel)),
    kind: sorted(files.map((file) => fileKindOf(file.contentType))),
    tag: sorted(files.flatMap((file) => file.tags)),
    category: sorted(files.flatMap((file) => file.categories)),
  };
}

import type { SearchChoicesQuery } from '@labroom/client/documents';
import { accessLevelName } from '@labroom/protocol/access-level';
import { ListFilter, Search } from 'lucide-react';
import { labTitle } from '#lib/api/lab-reference.ts';
import {
  accessLevels,
  countFilters,
  promptLength,
  type SearchView,
  searchKinds,
} from '#lib/search/search-view.ts';
import { buttonClass } from '../ui/button.tsx';
import { Input } from '../ui/input.tsx';
import { AddValue } from './add-value.tsx';
import { TickBoxes } from './tick-boxes.tsx';

interface SearchToolbarProps {
  view: SearchView;
  /** Filter options; `null` if they could not be loaded. */
  choices: SearchChoicesQuery | null;
}

const kindNames: Readonly<Record<string, string>> = { file: 'Files', announcement: 'Announcements' };

/** Search text and filters as one GET form. */
export function SearchToolbar({ view, choices }: SearchToolbarProps) {
  const chosen = countFilters(view);
  const catalogue = choices?.fileCategoriesAndTags.data ?? [];
  const categories = [...new Set([...catalogue.map(({ name }) => name), ...view.categories])];
  const tags = [...new Set(catalogue.flatMap((category) => category.tags))].sort();
  return (
    <form action="/search" method="get" className="flex flex-col gap-2">
      <div className="flex gap-2">
        <search className="relative min-w-0 flex-1">
          <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-ink2" />
          <Input
            type="search"
            name="q"
            maxLength={promptLength}
            defaultValue={view.prompt}
            aria-label="Search labs, files and announcements"
            placeholder="Words, an address, a hash, a DID"
            className="pl-10"
          />
        </search>
        <button type="submit" className={buttonClass('primary')}>
          Search
        </button>
      </div>
      <details>
        <summary className="flex w-fit list-none items-center gap-2 rounded py-1 touch:py-2.5 pr-2 text-sm font-medium text-ink2 hover:text-ink [&::-webkit-details-marker]:hidden">
          <ListFilter aria-hidden className="size-4" />
          Filter{chosen > 0 && ` (${chosen})`}
        </summary>
        <div className="mt-2 grid gap-x-8 gap-y-6 rounded border border-line bg-sheet p-4 text-sm sm:grid-cols-2 lg:grid-cols-[10rem_minmax(0,1fr)_16rem]">
          <div className="flex flex-wrap gap-x-8 gap-y-6 lg:flex-col">
            <TickBoxes
              legend="Kind"
              name="kind"
              chosen={view.kinds}
              choices={Object.keys(searchKinds).map((value) => ({ value, name: kindNames[value] ?? value }))}
            />
            <TickBoxes
              legend="Access"
              name="access"
              chosen={view.levels}
              choices={Object.entries(accessLevels).map(([value, level]) => ({
                value,
                name: accessLevelName(level),
              }))}
            />
          </div>
          {categories.length > 0 && (
            <TickBoxes
              legend="Category"
              name="category"
              wide
              chosen={view.categories}
              choices={categories.map((name) => ({ value: name, name }))}
            />
          )}
          <div className="flex flex-col gap-6 sm:max-lg:col-span-2 sm:max-lg:flex-row">
            <AddValue
              label="Tag"
              name="tag"
              chosen={view.tags}
              offered={tags.map((tag) => ({ value: tag }))}
            />
            <AddValue
              label="Lab, by its short name"
              name="lab"
              chosen={view.labs}
              offered={(choices?.labs.nodes ?? []).map((lab) => ({
                value: lab.shortname,
                name: labTitle(lab),
              }))}
            />
            <button type="submit" className={`${buttonClass('secondary', 'sm')} self-end`}>
              Apply
            </button>
          </div>
        </div>
      </details>
    </form>
  );
}

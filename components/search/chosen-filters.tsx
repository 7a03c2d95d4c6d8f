import type { LabNameFragment } from '@labroom/client/documents';
import { accessLevelName } from '@labroom/protocol/access-level';
import { X } from 'lucide-react';
import Link from 'next/link';
import { labTitle } from '#lib/api/lab-reference.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import {
  accessLevels,
  countFilters,
  type SearchFilter,
  type SearchView,
  searchPath,
  withoutFilters,
  withoutValue,
} from '#lib/search/search-view.ts';
import { TextLink } from '../ui/text-link.tsx';

interface ChosenFiltersProps {
  view: SearchView;
  /** Labs of the filter, by their reference in the URL; `null` if they could not be loaded. */
  labs: ReadonlyMap<string, LabNameFragment | null> | null;
}

/** The active filters, each with a link that removes it. */
export function ChosenFilters({ view, labs }: ChosenFiltersProps) {
  if (countFilters(view) === 0) return null;
  const chosen: { filter: SearchFilter; value: string; name: string }[] = [
    ...view.kinds.map((value) => ({
      filter: 'kinds' as const,
      value,
      name: value === 'file' ? 'Files' : 'Announcements',
    })),
    ...view.levels.map((value) => ({
      filter: 'levels' as const,
      value,
      name: accessLevelName(accessLevels[value]),
    })),
    ...view.categories.map((value) => ({ filter: 'categories' as const, value, name: value })),
    ...view.tags.map((value) => ({ filter: 'tags' as const, value, name: value })),
    ...view.labs.map((value) => {
      const lab = labs?.get(value);
      const isKnown = labs?.has(value);
      return {
        filter: 'labs' as const,
        value,
        name: lab ? labTitle(lab) : isKnown ? `${value} (no such lab)` : value,
      };
    }),
  ];
  return (
    <ul aria-label="Filters" className="flex flex-wrap items-center gap-2 text-sm">
      {chosen.map(({ filter, value, name }) => (
        <li key={`${filter}:${value}`} className="max-w-full">
          <Link
            href={searchPath(withoutValue(view, filter, value))}
            prefetch={false}
            aria-label={`Remove the filter ${visibleName(name)}`}
            className="inline-flex h-8 touch:h-10 max-w-full items-center gap-1 rounded bg-veil pr-2 pl-3 text-acc hover:text-ink"
          >
            <span className="truncate">{visibleName(name)}</span>
            <X aria-hidden className="size-4 shrink-0" />
          </Link>
        </li>
      ))}
      {chosen.length > 1 && (
        <li>
          {' '}
          <TextLink href={searchPath(withoutFilters(view))}>Clear filters</TextLink>{' '}
        </li>
      )}
    </ul>
  );
}

import { Search } from 'lucide-react';
import Link from 'next/link';
import { withParams } from '../../lib/search-params.ts';
import { buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Input } from '../ui/input.tsx';

export const labsFilters = ['all', 'mine', 'owner', 'contributor', 'viewer'] as const;
export type LabsFilter = (typeof labsFilters)[number];

const names: Record<LabsFilter, string> = {
  all: 'All labs',
  mine: 'My labs',
  owner: 'As owner',
  contributor: 'As contributor',
  viewer: 'As viewer',
};

interface LabsToolbarProps {
  search: string | undefined;
  filter: LabsFilter;
  /** Roles are known only of somebody who is signed in. */
  signedIn: boolean;
}

/** Search and filter of the labs list: a GET form and links, all of it in the URL. */
export function LabsToolbar({ search, filter, signedIn }: LabsToolbarProps) {
  return (
    <div className="flex flex-col gap-4">
      <form action="/" method="get" className="flex gap-2">
        <search className="relative flex-1">
          <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-muted" />
          <Input
            type="search"
            name="search"
            defaultValue={search}
            key={search}
            aria-label="Search labs by name or description"
            placeholder="Search labs"
            className="pl-10"
          />
        </search>
        {filter !== 'all' && <input type="hidden" name="role" value={filter} />}
        <button type="submit" className={buttonClass('secondary')}>
          Search
        </button>
      </form>
      {signedIn && (
        <nav aria-label="Filter by my role" className="flex flex-wrap gap-1">
          {labsFilters.map((name) => (
            <Link
              key={name}
              prefetch={false}
              href={withParams('/', { search, role: name === 'all' ? undefined : name })}
              aria-current={name === filter ? 'page' : undefined}
              className={classNames(
                'inline-flex h-8 items-center rounded px-3 text-sm',
                name === filter
                  ? 'bg-accent-soft font-medium text-accent'
                  : 'text-muted hover:bg-sunken hover:text-ink',
              )}
            >
              {names[name]}
            </Link>
          ))}
        </nav>
      )}
    </div>
  );
}

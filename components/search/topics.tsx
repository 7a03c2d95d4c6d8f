import type { StatisticsQuery } from '@labroom/client/documents';
import Link from 'next/link';
import { visibleName } from '#lib/names/visible-name.ts';
import { searchPath } from '#lib/search/search-view.ts';

/** The tags that occur in most labs, as links to the search. */
export function Topics({ topics }: { topics: StatisticsQuery['statistics']['topics'] }) {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1">
      {topics.map(({ tag, files }) => (
        <li key={tag} className="max-w-full">
          <Link
            href={searchPath({ ...plain, prompt: tag, tags: [tag] })}
            prefetch={false}
            className="group inline-flex max-w-full items-baseline gap-2 py-1 touch:py-2"
          >
            <span className="truncate font-serif text-lg group-hover:underline group-hover:decoration-1 group-hover:underline-offset-4">
              {visibleName(tag)}
            </span>
            <span className="tabular text-sm text-ink2">{files.toLocaleString('en')}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const plain = { labs: [], categories: [], kinds: [], levels: [], page: 0 };

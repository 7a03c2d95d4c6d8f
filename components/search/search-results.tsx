import { Search as SearchIcon, SearchX } from 'lucide-react';
import Link from 'next/link';
import type { SearchResult } from '#lib/search/search-result.ts';
import { countFilters, type SearchView, searchPath, withoutFilters } from '#lib/search/search-view.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { hitKey, SearchHit } from './search-hit.tsx';

/** The service considers at most this number of results. */
const maxHits = 2000;

/** Search results, or advice if there are none. */
export function SearchResults({ view, result }: { view: SearchView; result: SearchResult }) {
  if (!view.prompt) {
    return (
      <EmptyState icon={<SearchIcon aria-hidden />} title="Enter a search term.">
        Search covers the announcements of all labs, and the names, descriptions, tags and texts of their
        files. It completes the last word and corrects misspelled words.
      </EmptyState>
    );
  }
  if (!result.found || result.found.nodes.length === 0) return <NothingFound view={view} />;
  const { nodes, totalCount, pageInfo } = result.found;
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="tabular text-sm text-ink2">
        {hitCountText(totalCount)}
      </p>
      <ul className="divide-y divide-line border-b border-line">
        {nodes.map((hit) => (
          <li key={hitKey(hit)}>
            <SearchHit hit={hit} />
          </li>
        ))}
      </ul>
      <Pagination
        page={pageInfo.currentPage}
        totalPages={pageInfo.totalPages}
        hrefFor={(page) => searchPath({ ...view, page })}
      />
    </div>
  );
}

function hitCountText(count: number): string {
  if (count === 1) return 'One result';
  const number = count.toLocaleString('en');
  return count >= maxHits
    ? `The best ${number} results, best match first`
    : `${number} results, best match first`;
}

function NothingFound({ view }: { view: SearchView }) {
  const isFiltered = countFilters(view) > 0;
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title="No results."
      action={
        isFiltered ? (
          <Link
            href={searchPath(withoutFilters(view))}
            prefetch={false}
            className={buttonClass('secondary', 'sm')}
          >
            Clear filters
          </Link>
        ) : (
          <Link href="/" prefetch={false} className={buttonClass('secondary', 'sm')}>
            All labs
          </Link>
        )
      }
    >
      {isFiltered
        ? 'No file or announcement matches these words with these filters.'
        : 'No file or announcement matches these or similar words. Try fewer or other words.'}
    </EmptyState>
  );
}

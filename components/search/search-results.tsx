import { Search as SearchIcon, SearchX } from 'lucide-react';
import Link from 'next/link';
import type { SearchResult } from '#lib/search/search-result.ts';
import { countFilters, type SearchView, searchPath, withoutFilters } from '#lib/search/search-view.ts';
import { withParams } from '#lib/urls/search-params.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { WillHold } from '../ui/will-hold.tsx';
import { ExactHits } from './exact-hits.tsx';
import { type ExactRow, exactRow } from './exact-row.ts';
import { addressOf, isIdentifier, sha256Of } from './identifier.ts';
import { LabHits } from './lab-hits.tsx';
import { ContentHitsPart } from './parts.tsx';
import { hitKey, SearchHit } from './search-hit.tsx';

/** The service considers at most this number of results. */
const maxHits = 2000;

/** Search results, or advice if there are none. */
export function SearchResults({ view, result }: { view: SearchView; result: SearchResult }) {
  if (!view.prompt) {
    return (
      <EmptyState icon={<SearchIcon aria-hidden />} title="Enter a search term.">
        Search covers the announcements of all labs, and the names, descriptions, tags and texts of their
        files. It completes the last word and corrects misspelled words. Words in quotation marks are found
        next to each other. An address, a hash, a DID or the symbol of a token finds what it names.
        <div className="mt-6">
          <WillHold
            rows={[
              ['melting point of the variants', 'words and their meaning'],
              ['"half life" 70 °C', 'words next to each other'],
              ['sha256 of a file that you have', 'the file, wherever it is'],
            ]}
          />
        </div>
      </EmptyState>
    );
  }
  const labs = view.page === 0 ? (result.found?.labs ?? []) : [];
  const exact = exactRowsOf(view, result);
  const sha256 = sha256Of(view.prompt);
  const contentHits = sha256 && <ContentHitsPart key={sha256} sha256={sha256} />;
  if (!result.found || (result.found.nodes.length === 0 && labs.length === 0)) {
    return (
      <div className="flex flex-col gap-6">
        <ExactHits rows={exact} />
        {contentHits}
        {exact.length === 0 && <NothingFound view={view} />}
      </div>
    );
  }
  const { nodes, totalCount, pageInfo } = result.found;
  return (
    <div className="flex flex-col gap-6">
      <ExactHits rows={exact} />
      {contentHits}
      <LabHits hits={labs} />
      <div className="flex flex-col gap-4">
        <p className="tabular text-sm text-ink2">{hitCountText(totalCount)}</p>
        {nodes.length > 0 && (
          <ul className="divide-y divide-line border-b border-line">
            {nodes.map((hit) => (
              <li key={hitKey(hit)}>
                <SearchHit hit={hit} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <Pagination
        page={pageInfo.currentPage}
        totalPages={pageInfo.totalPages}
        hrefFor={(page) => searchPath({ ...view, page })}
      />
    </div>
  );
}

/** What the search text names, on the first page without filters. */
function exactRowsOf(view: SearchView, { found }: SearchResult): ExactRow[] {
  const { prompt } = view;
  if (!found || !prompt || view.page > 0 || countFilters(view) > 0) return [];
  const address = addressOf(prompt);
  return [
    ...found.exact.map(exactRow),
    ...(address
      ? [
          {
            kind: 'transaction' as const,
            name: 'Onchain activity of this address',
            reason: 'Events and transactions that name it',
            lab: null,
            path: withParams('/activity', { show: 'onchain', wallet: address }),
          },
        ]
      : []),
  ];
}

/** What was found, for screen readers. */
export function summaryOf(view: SearchView, result: SearchResult): string {
  if (!view.prompt) return '';
  const exact = exactRowsOf(view, result).length;
  const labs = view.page === 0 ? (result.found?.labs.length ?? 0) : 0;
  const count = result.found?.totalCount ?? 0;
  const found = [
    counted(exact, 'exact match', 'exact matches'),
    counted(labs, 'lab', 'labs'),
    counted(count, 'file or announcement', 'files and announcements'),
  ].filter(Boolean);
  return found.length > 0 ? `Found ${found.join(', ')}.` : 'Found nothing.';
}

const counted = (count: number, one: string, many: string) =>
  count > 0 && `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

function hitCountText(count: number): string {
  if (count === 0) return 'No other file or announcement matches.';
  if (count === 1) return 'One file or announcement';
  const number = count.toLocaleString('en');
  return count >= maxHits
    ? `The best ${number} files and announcements, best match first`
    : `${number} files and announcements, best match first`;
}

function NothingFound({ view }: { view: SearchView }) {
  const isFiltered = countFilters(view) > 0;
  if (!isFiltered && isIdentifier(view.prompt ?? '')) {
    const isHash = sha256Of(view.prompt ?? '') !== null;
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={isHash ? 'No version has these stored bytes.' : 'No results.'}
      >
        {isHash
          ? 'Check that the hash is complete: SHA-256 has 64 digits.'
          : 'No lab, file or transaction of this service has this address, hash or DID. Check that it is complete.'}
      </EmptyState>
    );
  }
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
          <Link href="/labs" prefetch={false} className={buttonClass('secondary', 'sm')}>
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

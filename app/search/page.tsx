import { SearchChoicesDocument, StatisticsDocument } from '@labroom/client/documents';
import type { Metadata } from 'next';
import { FollowButton } from '#components/core/follow/follow-button.tsx';
import { ChosenFilters } from '#components/search/chosen-filters.tsx';
import { SearchResults, summaryOf } from '#components/search/search-results.tsx';
import { SearchToolbar } from '#components/search/search-toolbar.tsx';
import { Topics } from '#components/search/topics.tsx';
import { Failure } from '#components/site/failure.tsx';
import { ListNavigation } from '#components/site/list-navigation.tsx';
import { ListSkeleton } from '#components/ui/list-skeleton.tsx';
import { Section } from '#components/ui/section.tsx';
import { outcomeOf } from '#lib/api/outcome.ts';
import { atomLink, atomPaths } from '#lib/feeds/atom-paths.ts';
import { apiFilters, readSearchView, searchPath } from '#lib/search/search-view.ts';
import type { SearchParams } from '#lib/urls/search-params.ts';
import { queryOutcome } from '#web/query-service.ts';
import { runSearch } from '#web/run-search.ts';

interface SearchPageProps {
  searchParams: SearchParams;
}

export async function generateMetadata({ searchParams }: SearchPageProps): Promise<Metadata> {
  const view = readSearchView(await searchParams);
  const { prompt } = view;
  return {
    title: prompt ? `${prompt.slice(0, 80)} · Search` : 'Search',
    description: 'Search labs, their files and announcements.',
    alternates: {
      canonical: '/search',
      ...(prompt && { types: atomLink(atomPaths.search({ ...view, page: 0 }), 'Results of this search') }),
    },
    // Result pages are not indexed, because there is one for every possible search text.
    robots: prompt ? { index: false, follow: true } : undefined,
  };
}

export default async function SearchPage({ searchParams }: SearchPageProps) {
  const view = readSearchView(await searchParams);
  const [outcome, choices, totals] = await Promise.all([
    outcomeOf(runSearch(view)),
    queryOutcome(SearchChoicesDocument, {}),
    view.prompt ? null : queryOutcome(StatisticsDocument, {}),
  ]);
  const topics = totals?.ok ? totals.data.statistics.topics : [];
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h1 className="text-2xl">Search</h1>
        <p className="mt-2 text-ink2">
          Search labs, their files and announcements. Public files are also found by the words inside,
          encrypted files by their name, tags and description.
        </p>
      </div>
      <ListNavigation
        toolbar={
          <div className="flex flex-col gap-2">
            <SearchToolbar view={view} choices={choices.ok ? choices.data : null} />
            <ChosenFilters view={view} labs={outcome.ok ? outcome.data.labs : null} />
            {view.prompt && outcome.ok && (
              <FollowButton
                key={searchPath({ ...view, page: 0 })}
                what="search"
                className="self-start"
                target={{
                  search: {
                    prompt: view.prompt,
                    filters: apiFilters(
                      view,
                      [...outcome.data.labs.values()].flatMap((lab) => lab?.oclId ?? []),
                    ),
                  },
                }}
              />
            )}
          </div>
        }
        skeleton={<ListSkeleton label="Searching" size="md" />}
        summary={outcome.ok ? summaryOf(view, outcome.data) : ''}
      >
        {outcome.ok ? (
          <SearchResults view={view} result={outcome.data} />
        ) : (
          <Failure title="The search failed." failure={outcome.failure} />
        )}
      </ListNavigation>
      {topics.length > 0 && (
        <Section title="Topics">
          <Topics topics={topics} />
        </Section>
      )}
    </div>
  );
}

import type { LabActivityFilter } from '@labroom/client/documents';
import { withParams } from '#lib/urls/search-params.ts';

interface ActivityFilterChoice {
  /** Value of the `show` query parameter; `undefined` for everything. */
  show: string | undefined;
  name: string;
  filter?: LabActivityFilter;
}

const feedFilters: readonly ActivityFilterChoice[] = [
  { show: undefined, name: 'Everything' },
  { show: 'files', name: 'Files', filter: 'FILE' },
  { show: 'announcements', name: 'Announcements', filter: 'ANNOUNCEMENT' },
];

/** Value of `show` for onchain activity. */
export const onChainShow = 'onchain';

/** The filter for a `show` parameter. Missing and unknown values give everything. */
export function feedFilter(show: string | undefined): ActivityFilterChoice | undefined {
  return feedFilters.find((choice) => choice.show === show) ?? feedFilters[0];
}

/** Value of `show` for the discussions of a lab. */
export const discussionShow = 'discussion';

/** Links to the views of an activity page, for its toolbar. */
export function activityChoices(path: string, show: string | undefined, onChainName: string) {
  const isFeed = show !== onChainShow && show !== discussionShow;
  return [
    ...feedFilters.map((choice) => ({
      name: choice.name,
      href: withParams(path, { show: choice.show }),
      isChosen: isFeed && choice === feedFilter(show),
    })),
    { name: onChainName, href: withParams(path, { show: onChainShow }), isChosen: show === onChainShow },
  ];
}

import { withParams } from '#lib/search-params.ts';
import type { LabActivityFilter } from '#packages/client/documents.generated.ts';

interface ActivityFilterChoice {
  /** In the address; `undefined` for everything. */
  show: string | undefined;
  name: string;
  filter?: LabActivityFilter;
}

const feedFilters: readonly ActivityFilterChoice[] = [
  { show: undefined, name: 'Everything' },
  { show: 'files', name: 'Files', filter: 'FILE' },
  { show: 'announcements', name: 'Announcements', filter: 'ANNOUNCEMENT' },
];

/** What of the onchain activity there is beside the feed. */
export const onChainShow = 'onchain';

/** The filter that an address asks for; everything where it asks for none that there is. */
export function feedFilter(show: string | undefined): ActivityFilterChoice | undefined {
  return feedFilters.find((choice) => choice.show === show) ?? feedFilters[0];
}

/** The views of an activity page, for its toolbar. */
export function activityChoices(path: string, show: string | undefined, onChainName: string) {
  const isOnChain = show === onChainShow;
  return [
    ...feedFilters.map((choice) => ({
      name: choice.name,
      href: withParams(path, { show: choice.show }),
      isChosen: !isOnChain && choice === feedFilter(show),
    })),
    { name: onChainName, href: withParams(path, { show: onChainShow }), isChosen: isOnChain },
  ];
}

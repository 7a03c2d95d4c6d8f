import type { LabNameFragment, SearchLabsQuery } from '@labroom/client/documents';

/** The data of the search page. */
export interface SearchResult {
  /** `null` if nothing was searched: no search text, or none of the labs exists. */
  found: SearchLabsQuery['searchLabs'] | null;
  /** The labs of the filter by their reference in the URL; `null` for an unknown lab. */
  labs: ReadonlyMap<string, LabNameFragment | null>;
}

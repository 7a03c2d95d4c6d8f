import type { LabNameFragment, SearchLabsQuery } from '#packages/client/documents.generated.ts';

/** What the search page shows. */
export interface SearchResult {
  /** `null` where there is nothing to ask: no words, or none of the labs exists. */
  found: SearchLabsQuery['searchLabs'] | null;
  /** The labs of the filter by what the address calls them; `null` where there is no such lab. */
  labs: ReadonlyMap<string, LabNameFragment | null>;
}

import type { SearchLabsFilters } from '#contract/schema.generated.ts';

/** What the index of documents has for a value of a filter. The label of a lab is its oclId. */
export function labelOf(filter: keyof SearchLabsFilters, value: string): string {
  return filter === 'byOclIds' ? value : `${filter} ${value}`;
}

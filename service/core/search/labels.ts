import type { SearchLabsFilters } from '#contract/schema.generated.ts';

/** What the index of documents has for a value of a filter. */
export function labelOf(filter: keyof SearchLabsFilters, value: string): string {
  return `${filter} ${value}`;
}

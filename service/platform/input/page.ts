import type { PageInfo } from '#contract/schema.generated.ts';

interface PageArgs {
  page?: number | null | undefined;
  perPage?: number | null | undefined;
}

/** Moves numbers out of range to the nearest allowed value (docs/specification/wire.md#pages-numbers-time). */
export function clampPage(
  args: PageArgs,
  sizes: { default: number; max: number },
): { page: number; perPage: number } {
  return {
    page: Math.max(0, args.page ?? 0),
    perPage: Math.min(sizes.max, Math.max(1, args.perPage ?? sizes.default)),
  };
}

/** Moves the length of a list to the nearest allowed value, 1 to 200. */
export function clampLimit(limit: number | null | undefined, byDefault: number): number {
  return Math.min(200, Math.max(1, limit ?? byDefault));
}

export function pageInfoOf(
  { page, perPage }: { page: number; perPage: number },
  totalCount: number,
): PageInfo {
  const totalPages = Math.ceil(totalCount / perPage);
  return { hasNextPage: page + 1 < totalPages, hasPreviousPage: page > 0, currentPage: page, totalPages };
}

/**
 * Position of a page in an ordered list, counted from the nearer end, because skipping rows costs as much as reading
 * them.
 */
export function offsetFromNearestEnd(
  { page, perPage }: { page: number; perPage: number },
  totalCount: number,
): { fromEnd: boolean; offset: number; limit: number } {
  const before = page * perPage;
  const limit = Math.max(0, Math.min(perPage, totalCount - before));
  const after = totalCount - before - limit;
  return after < before
    ? { fromEnd: true, offset: Math.max(0, after), limit }
    : // As many as a page has: items may have come since they were counted.
      { fromEnd: false, offset: before, limit: perPage };
}

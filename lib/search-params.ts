/** Query parameters as Next hands them to a page. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** The first value of a parameter; empty counts as absent. */
export function firstParam(value: string | string[] | undefined): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  return first?.trim() || undefined;
}

/** People count pages from 1, the API from 0. Gives the API's number. */
export function pageParam(value: string | string[] | undefined): number {
  const page = Number(firstParam(value) ?? '1');
  return Number.isSafeInteger(page) && page > 1 ? Math.min(page, 1_000_000) - 1 : 0;
}

/** `path?a=b`, without the parameters that are absent. */
export function withParams(path: string, params: Record<string, string | undefined>): string {
  const present = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const query = new URLSearchParams(present).toString();
  return query ? `${path}?${query}` : path;
}

/** Query parameters as Next passes them to a page. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** The first value of a parameter. An empty value counts as absent. */
export function firstParam(value: string | string[] | undefined): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  return first?.trim() || undefined;
}

/** The page number for the API, counted from 0. The URL counts from 1. */
export function pageParam(value: string | string[] | undefined): number {
  const page = Number(firstParam(value) ?? '1');
  return Number.isSafeInteger(page) && page > 1 ? Math.min(page, 1_000_000) - 1 : 0;
}

/** The distinct, non-empty values of a parameter; at most `limit`. */
export function allParams(value: string | string[] | undefined, limit = 20): string[] {
  const values = (Array.isArray(value) ? value : [value ?? '']).map((text) => text.trim()).filter(Boolean);
  return [...new Set(values)].slice(0, limit);
}

/** `path?a=b&c=d&c=e`, without absent parameters. */
export function withParams(
  path: string,
  params: Record<string, string | readonly string[] | undefined>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) query.append(name, one);
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

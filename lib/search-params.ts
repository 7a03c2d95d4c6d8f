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

/** Every value of a parameter once, without the empty ones; at most so many. */
export function allParams(value: string | string[] | undefined, limit = 20): string[] {
  const values = (Array.isArray(value) ? value : [value ?? '']).map((text) => text.trim()).filter(Boolean);
  return [...new Set(values)].slice(0, limit);
}

/** `path?a=b&c=d&c=e`, without the parameters that are absent. */
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

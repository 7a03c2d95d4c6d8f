import type { AccessLevel } from '#packages/protocol/access-level.ts';
import { allParams, firstParam, pageParam, withParams } from '../search-params.ts';

/** What the address of the search page says: the words, and the values of each filter. */
export interface SearchView {
  prompt: string | undefined;
  /** Shortnames or oclIds, as they were typed. */
  labs: readonly string[];
  tags: readonly string[];
  categories: readonly string[];
  kinds: readonly SearchKind[];
  levels: readonly LevelFilter[];
  /** 0-indexed, as in the API. */
  page: number;
}

export type SearchKind = 'file' | 'announcement';
export type LevelFilter = 'public' | 'team' | 'holders';
/** The filters, each a list of values. */
export type SearchFilter = 'labs' | 'tags' | 'categories' | 'kinds' | 'levels';

/** The values of the address, and what the API calls them. */
export const searchKinds: Readonly<Record<SearchKind, string>> = {
  file: 'FILE',
  announcement: 'ANNOUNCEMENT',
};
export const accessLevels: Readonly<Record<LevelFilter, AccessLevel>> = {
  public: 'PUBLIC',
  team: 'ADMIN',
  holders: 'HOLDERS',
};

/** The API reads no more of a prompt. */
export const promptLength = 2000;

/** Reads the parameters of an address; values that cannot be are left out. */
export function readSearchView(params: Record<string, string | string[] | undefined>): SearchView {
  return {
    prompt: firstParam(params.q)?.slice(0, promptLength),
    labs: allParams(params.lab),
    tags: allParams(params.tag),
    categories: allParams(params.category),
    kinds: allParams(params.kind).filter((kind) => isKey(searchKinds, kind)),
    levels: allParams(params.access).filter((level) => isKey(accessLevels, level)),
    page: pageParam(params.page),
  };
}

/** The address of a view. */
export function searchPath({ prompt, labs, tags, categories, kinds, levels, page }: SearchView): string {
  return withParams('/search', {
    q: prompt,
    lab: labs,
    tag: tags,
    category: categories,
    kind: kinds,
    access: levels,
    page: page > 0 ? String(page + 1) : undefined,
  });
}

/** The view without one value of a filter, from its first page. */
export function withoutValue(view: SearchView, filter: SearchFilter, value: string): SearchView {
  return { ...view, [filter]: view[filter].filter((one) => one !== value), page: 0 };
}

/** The view with its words only. */
export function withoutFilters({ prompt }: SearchView): SearchView {
  return { ...readSearchView({}), prompt };
}

export function countFilters({ labs, tags, categories, kinds, levels }: SearchView): number {
  return labs.length + tags.length + categories.length + kinds.length + levels.length;
}

function isKey<Key extends string>(table: Readonly<Record<Key, unknown>>, key: string): key is Key {
  return Object.hasOwn(table, key);
}

import type { AccessLevel } from '@labroom/protocol/access-level';
import { allParams, firstParam, pageParam, withParams } from '../urls/search-params.ts';

/** Search text and filters, as in the URL. */
export interface SearchView {
  prompt: string | undefined;
  /** Shortnames or oclIds, as typed. */
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

/** URL values and the API's names for them. */
export const searchKinds: Readonly<Record<SearchKind, string>> = {
  file: 'FILE',
  announcement: 'ANNOUNCEMENT',
};
export const accessLevels: Readonly<Record<LevelFilter, AccessLevel>> = {
  public: 'PUBLIC',
  team: 'ADMIN',
  holders: 'HOLDERS',
};

/** Maximum length of a search text in the API. */
export const promptLength = 2000;

/** Reads query parameters. Invalid values are left out. */
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

/** URL of a view. */
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

/** The view without one value of a filter, on its first page. */
export function withoutValue(view: SearchView, filter: SearchFilter, value: string): SearchView {
  return { ...view, [filter]: view[filter].filter((one) => one !== value), page: 0 };
}

/** The view with only its search text. */
export function withoutFilters({ prompt }: SearchView): SearchView {
  return { ...readSearchView({}), prompt };
}

export function countFilters({ labs, tags, categories, kinds, levels }: SearchView): number {
  return labs.length + tags.length + categories.length + kinds.length + levels.length;
}

function isKey<Key extends string>(table: Readonly<Record<Key, unknown>>, key: string): key is Key {
  return Object.hasOwn(table, key);
}

/** The filters of a view for the API. */
export function apiFilters(view: SearchView, oclIds: readonly string[]) {
  return {
    byOclIds: [...oclIds],
    byTags: [...view.tags],
    byCategories: [...view.categories],
    byKinds: view.kinds.map((kind) => searchKinds[kind]),
    byAccessLevels: view.levels.map((level) => accessLevels[level]),
  };
}

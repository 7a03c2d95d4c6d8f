import type { FollowFieldsFragment } from '@labroom/client/documents';
import { accessLevels, type SearchView, searchKinds } from '#lib/search/search-view.ts';

/** The search page of a followed search. */
export function followedView({ prompt, filters }: FollowFieldsFragment): SearchView {
  const keysOf = <Key extends string>(names: Readonly<Record<Key, string>>, values?: string[] | null) =>
    (Object.keys(names) as Key[]).filter((key) => values?.includes(names[key]));
  return {
    prompt: prompt ?? undefined,
    labs: filters?.byOclIds ?? [],
    tags: filters?.byTags ?? [],
    categories: filters?.byCategories ?? [],
    kinds: keysOf(searchKinds, filters?.byKinds),
    levels: keysOf(accessLevels, filters?.byAccessLevels),
    page: 0,
  };
}

import type { FollowFieldsFragment, FollowInput } from '@labroom/client/documents';

/** Whether this is what a follow of the wallet is about. */
export function isTarget(follow: FollowFieldsFragment, { lab, folder, file, search }: FollowInput): boolean {
  switch (follow.kind) {
    case 'LAB':
      return !!lab && follow.oclId === lab;
    case 'FOLDER':
      return !!folder && follow.oclId === folder.oclId && follow.path === `${folder.path}/`;
    case 'FILE':
      return !!file && follow.ref === file;
    case 'SEARCH':
      return (
        !!search &&
        follow.prompt === search.prompt.trim() &&
        filterKey(follow.filters) === filterKey(search.filters)
      );
  }
}

type Filters = FollowFieldsFragment['filters'] | NonNullable<FollowInput['search']>['filters'];

/** Equal for filters that let the same documents through in the same order of values. */
function filterKey(filters: Filters): string {
  const { byOclIds, byTags, byCategories, byKinds, byAccessLevels } = filters ?? {};
  return JSON.stringify([byOclIds, byTags, byCategories, byKinds, byAccessLevels].map((some) => some ?? []));
}

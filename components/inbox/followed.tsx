'use client';
import { type FollowFieldsFragment, FollowsDocument, UnfollowDocument } from '@labroom/client/documents';
import { useAction } from '#lib/actions/use-action.ts';
import { filePath, labPath, labTitle } from '#lib/api/lab-reference.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { shortPath } from '#lib/names/short-path.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { searchPath } from '#lib/search/search-view.ts';
import { withApi } from '#lib/session/api-provider.tsx';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { followedView } from './followed-view.ts';

/** What the signed-in wallet follows. */
export const Followed = withApi(Follows);

function Follows() {
  const { data, failure } = useApiQuery(FollowsDocument, {});
  const unfollow = useApiMutation(UnfollowDocument);
  const ending = useAction(async (id: string) => {
    await unfollow({ id });
  });
  if (failure) return <FailureNotice failure={explainFailure(failure)} />;
  if (!data) return <Skeleton className="h-24" />;
  const { nodes } = data.follows;
  if (nodes.length === 0) {
    return (
      <p className="text-sm text-ink2">
        Nothing yet. A lab, a folder, a file and a search each have a button “Follow”. Your inbox then tells
        you what changes there.
      </p>
    );
  }
  return (
    <>
      <FailureNotice failure={ending.failure} />
      <ul aria-label="What you follow" className="divide-y divide-line border-b border-line text-sm">
        {nodes.map((follow) => {
          const { kind, name, href } = describe(follow);
          return (
            <li key={follow.id} className="flex items-center gap-3 py-2">
              <div className="min-w-0 flex-1">
                <p className="font-medium break-words">
                  {href ? <TextLink href={href}>{name}</TextLink> : name}
                </p>
                <p className="truncate text-ink2">
                  {kind}
                  {follow.kind !== 'LAB' && follow.lab && ` in ${labTitle(follow.lab)}`}
                </p>
              </div>
              <Button size="sm" aria-label={`Unfollow ${name}`} onClick={() => void ending.run(follow.id)}>
                Unfollow
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function describe(follow: FollowFieldsFragment): { kind: string; name: string; href: string | null } {
  const { lab, path, prompt } = follow;
  switch (follow.kind) {
    case 'LAB':
      return { kind: 'Lab', name: lab ? labTitle(lab) : 'A lab', href: lab && labPath(lab.shortname) };
    case 'FOLDER': {
      const segments = (path ?? '').split('/').filter(Boolean);
      return {
        kind: 'Folder',
        name: shortPath(path ?? ''),
        href: lab && labPath(lab.shortname, 'files', segments),
      };
    }
    case 'FILE':
      return path === null
        ? { kind: 'File', name: 'A file in the trash or deleted', href: null }
        : { kind: 'File', name: shortPath(path), href: lab && filePath(lab.shortname, path) };
    case 'SEARCH':
      return {
        kind: 'Search',
        name: `“${visibleName(prompt ?? '')}”`,
        href: searchPath(followedView(follow)),
      };
  }
}

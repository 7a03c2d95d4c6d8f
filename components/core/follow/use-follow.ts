'use client';
import {
  FollowDocument,
  type FollowInput,
  FollowsDocument,
  UnfollowDocument,
} from '@labroom/client/documents';
import { useRun } from '#lib/actions/use-run.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { notify } from '../../ui/message.ts';
import { showFailure } from '../wallet/show-failure.ts';
import { isTarget } from './follow-target.ts';

/** What a wallet follows. Ends the sentence "Follow this …". */
export type Followed = 'lab' | 'folder' | 'file' | 'search';

interface Follow {
  isFollowed: boolean;
  /** Not known yet, or changing. */
  isBusy: boolean;
  /** Follows or unfollows, and says so. */
  toggle: () => void;
}

/** Whether the signed-in wallet follows something. */
export function useFollow(target: FollowInput, what: Followed): Follow {
  const { data } = useApiQuery(FollowsDocument, {}, { requestPolicy: 'cache-first' });
  const follow = useApiMutation(FollowDocument);
  const unfollow = useApiMutation(UnfollowDocument);
  const known = data?.follows.nodes.find((one) => isTarget(one, target));
  const { isRunning, run } = useRun(async () => {
    try {
      if (known) await unfollow({ id: known.id });
      else {
        await follow({ input: target });
        notify('success', `You follow this ${what}.`, 'Your inbox tells you what changes.');
      }
    } catch (error) {
      showFailure(error);
    }
  });
  return { isFollowed: known !== undefined, isBusy: isRunning || !data, toggle: () => void run() };
}

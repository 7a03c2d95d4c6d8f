'use client';
import {
  FollowDocument,
  type FollowInput,
  FollowsDocument,
  UnfollowDocument,
} from '@labroom/client/documents';
import { Bell, BellRing } from 'lucide-react';
import { useRun } from '#lib/actions/use-run.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { withApi } from '#lib/session/api-provider.tsx';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/toast.ts';
import { showFailure } from '../wallet/show-failure.ts';
import { isTarget } from './follow-target.ts';

export interface FollowToggleProps {
  target: FollowInput;
  /** Ends the sentence "Follow this …". */
  what: 'lab' | 'folder' | 'file' | 'search';
  isIcon?: boolean;
  className?: string;
}

/** Follows or unfollows for the signed-in wallet. */
export const FollowToggle = withApi(Toggle);

function Toggle({ target, what, isIcon = false, className }: FollowToggleProps) {
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
  const label = known ? `Unfollow this ${what}` : `Follow this ${what}`;
  const Icon = known ? BellRing : Bell;
  return (
    <Button
      size={isIcon ? 'icon' : 'sm'}
      variant={isIcon ? 'quiet' : 'secondary'}
      busy={isRunning || !data}
      aria-pressed={known !== undefined}
      aria-label={label}
      title={label}
      className={className ?? ''}
      onClick={() => void run()}
    >
      {!isRunning && data && <Icon aria-hidden className="size-4" />}
      {!isIcon && (known ? 'Following' : 'Follow')}
    </Button>
  );
}

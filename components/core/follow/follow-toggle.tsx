'use client';
import type { FollowInput } from '@labroom/client/documents';
import { Bell, BellRing } from 'lucide-react';
import { withApi } from '#lib/session/api-provider.tsx';
import { Button } from '../../ui/button.tsx';
import { type Followed, useFollow } from './use-follow.ts';

export interface FollowToggleProps {
  target: FollowInput;
  what: Followed;
  isIcon?: boolean;
  className?: string;
}

/** Follows or unfollows for the signed-in wallet. */
export const FollowToggle = withApi(Toggle);

function Toggle({ target, what, isIcon = false, className }: FollowToggleProps) {
  const { isFollowed, isBusy, toggle } = useFollow(target, what);
  const label = isFollowed ? `Unfollow this ${what}` : `Follow this ${what}`;
  const Icon = isFollowed ? BellRing : Bell;
  return (
    <Button
      size={isIcon ? 'icon' : 'sm'}
      variant={isIcon ? 'quiet' : 'secondary'}
      busy={isBusy}
      aria-pressed={isFollowed}
      aria-label={label}
      title={label}
      className={className ?? ''}
      onClick={toggle}
    >
      {!isBusy && <Icon aria-hidden className="size-4" />}
      {!isIcon && (isFollowed ? 'Following' : 'Follow')}
    </Button>
  );
}

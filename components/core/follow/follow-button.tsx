'use client';
import { useIdentity } from '#lib/session/session-context.tsx';
import { late } from '../../ui/late.tsx';
import type { FollowToggleProps } from './follow-toggle.tsx';

const FollowToggle = late(async () => (await import('./follow-toggle.tsx')).FollowToggle);

/** Follows something, for a signed-in wallet. Its code is loaded with a session only. */
export function FollowButton(props: FollowToggleProps) {
  return useIdentity().kind === 'signed-in' ? <FollowToggle {...props} /> : null;
}

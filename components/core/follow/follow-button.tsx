'use client';
import { useIdentity } from '#lib/session/session-context.tsx';
import { part } from '../../ui/part.tsx';
import type { FollowToggleProps } from './follow-toggle.tsx';

const FollowToggle = part(async () => (await import('./follow-toggle.tsx')).FollowToggle);

/** Follows something, for a signed-in wallet. Its code is loaded with a session only. */
export function FollowButton(props: FollowToggleProps) {
  return useIdentity().kind === 'signed-in' ? <FollowToggle {...props} /> : null;
}

'use client';
import { mayCall } from '@labroom/protocol/lab-rights';
import type { ComponentProps } from 'react';
import { part } from '../../ui/part.tsx';

// Only those who decide on requests load it.
const RoleTasks = part(async () => (await import('./role-tasks.tsx')).RoleTasks);

/** What waits for a member, if it can decide on roles. Apart from the page, which ships no table of operations. */
export function OfferedRoleTasks(props: ComponentProps<typeof RoleTasks>) {
  return mayCall('accessRequests', props.rights.role) ? <RoleTasks {...props} /> : null;
}

'use client';
import { Activity, type ComponentProps, lazy } from 'react';
import type { DataRoom } from './data-room.tsx';

const Room = lazy(async () => ({ default: (await import('./data-room.tsx')).DataRoom }));

/**
 * The data room as the server renders it. React hydrates it by itself (`Activity`) when its code is there, which is loaded
 * after that of the page.
 */
export function LateRoom(props: ComponentProps<typeof DataRoom>) {
  return (
    <Activity>
      <Room {...props} />
    </Activity>
  );
}

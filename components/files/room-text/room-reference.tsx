'use client';
import type { ReactNode } from 'react';
import { useDataRoom } from '#components/core/data-room/data-room-context.tsx';
import { RoomLink } from '#components/core/data-room/room-link.tsx';

/** A relative link to a file or folder of the same data room. */
export function RoomReference({ path, children }: { path: string; children: ReactNode }) {
  const { files, location } = useDataRoom();
  if (files.some((file) => file.path === path))
    return <RoomLink href={location.hrefOfFile(path)}>{children}</RoomLink>;
  if (path === '' || files.some((file) => file.path.startsWith(`${path}/`)))
    return <RoomLink href={location.hrefOfFolder(path)}>{children}</RoomLink>;
  return <span title={`Not found in this data room: ${path}`}>{children}</span>;
}

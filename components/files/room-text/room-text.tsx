'use client';
import { type ReactNode, useMemo } from 'react';
import { TextRoom } from '#components/preview/markdown/text-room.ts';
import { RoomPicture } from './room-picture.tsx';
import { RoomReference } from './room-reference.tsx';

/** Text of a file of the data room, whose links and pictures may be other files of it. */
export function RoomText({ path, children }: { path: string; children: ReactNode }) {
  const room = useMemo(() => ({ path, Reference: RoomReference, Picture: RoomPicture }), [path]);
  return <TextRoom value={room}>{children}</TextRoom>;
}

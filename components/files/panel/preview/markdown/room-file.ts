'use client';
import { createContext, use } from 'react';
import { roomPathOf } from '#lib/download/room-path.ts';

/** Path of the file that is shown. `null` outside of a data room, where nothing can be relative to it. */
export const ShownPath = createContext<string | null>(null);

/** The path in the data room that a link or a picture of the shown file refers to. */
export function useRoomPath(link: string | undefined): string | null {
  const from = use(ShownPath);
  return from === null || !link ? null : roomPathOf(from, link);
}

'use client';
import { type ComponentType, createContext, type ReactNode, use } from 'react';
import { roomPathOf } from '#lib/download/room-path.ts';

/** The data room that a shown text is in: where its relative links begin, and what shows the files that it names. */
interface Room {
  /** Path of the shown file. */
  path: string;
  Reference: ComponentType<{ path: string; children: ReactNode }>;
  Picture: ComponentType<{ path: string; alt: string }>;
}

/** `null` outside of a data room, where nothing can be relative to the text. */
export const TextRoom = createContext<Room | null>(null);

/** What shows the file of the data room that a link or a picture of the text refers to, with its path; `null` if it refers to none. */
export function useRoomFile(link: string | undefined): Room | null {
  const room = use(TextRoom);
  const path = room && link ? roomPathOf(room.path, link) : null;
  return room && path !== null ? { ...room, path } : null;
}

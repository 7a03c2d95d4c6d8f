'use client';
import type { ComponentProps, MouseEvent } from 'react';
import { visibleName } from '#lib/names/visible-name.ts';
import { useDataRoom } from './data-room-context.tsx';

/** A link within the data room. It has a real URL, but a plain click does not reload the page. */
export function RoomLink({ href, onClick, title, ...props }: ComponentProps<'a'> & { href: string }) {
  const { location } = useDataRoom();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    location.go(href);
  };
  return <a {...props} title={title && visibleName(title)} href={href} onClick={follow} />;
}

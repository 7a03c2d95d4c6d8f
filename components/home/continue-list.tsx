'use client';
import { fileKindOf } from '@labroom/formats/file-kind';
import { Building2 } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { shortPath } from '#lib/names/short-path.ts';
import { MOST_RECENT, type RecentPlaces } from '#lib/recent/recent-places.ts';
import { EntryIcon } from '../core/data-room/entry-icon.tsx';
import { useRecentPlaces } from '../core/recent/use-recent-places.ts';

/** Of the places, so many may be labs. */
const mostLabs = 4;

interface Row {
  href: string;
  name: string;
  /** The lab of a file. */
  beside: string | null;
  icon: ReactNode;
}

/** The files and labs that this browser opened last; on narrow screens six of them. */
export function ContinueList() {
  const places = useRecentPlaces();
  const rows = places ? rowsOf(places) : [];
  return (
    <>
      {places && rows.length === 0 && (
        <p className="max-w-prose border-t border-line py-6 text-ink2">
          The files and labs that you open in this browser appear here, the last one first, so that you can go
          on where you stopped. Only this browser knows them.
        </p>
      )}
      <ul className="grid gap-x-8 sm:max-lg:grid-cols-2">
        {rows.map(({ href, name, beside, icon }, at) => (
          <li key={href} className={at >= MOST_RECENT / 2 ? 'max-sm:hidden' : undefined}>
            <Link
              href={href}
              className="flex h-10 min-w-0 items-center gap-3 border-b border-line text-sm hover:border-ink"
            >
              <span aria-hidden className="text-ink2 [&_svg]:size-4">
                {icon}
              </span>
              <bdi className="min-w-0 shrink-0 truncate font-medium max-w-full">{name}</bdi>
              {beside && <bdi className="min-w-0 truncate text-ink2">{beside}</bdi>}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function rowsOf({ labs, files }: RecentPlaces): Row[] {
  const shownLabs = labs.slice(0, Math.max(mostLabs, MOST_RECENT - files.length));
  return [
    ...files.slice(0, MOST_RECENT - shownLabs.length).map(({ shortname, title, path, contentType }) => ({
      href: filePath(shortname, path),
      name: shortPath(path.split('/').at(-1) ?? path, 40),
      beside: title,
      icon: <EntryIcon kind={fileKindOf(contentType)} />,
    })),
    ...shownLabs.map(({ shortname, title }) => ({
      href: labPath(shortname, 'files'),
      name: title,
      beside: null,
      icon: <Building2 />,
    })),
  ];
}

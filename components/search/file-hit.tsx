import type { SearchLabsQuery } from '@labroom/client/documents';
import { fileKindOf } from '@labroom/formats/file-kind';
import Link from 'next/link';
import { filePath } from '#lib/api/lab-reference.ts';
import { contentSize } from '#lib/data-room/content-size.ts';
import { shortPath } from '#lib/names/short-path.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { readSearchView, searchPath } from '#lib/search/search-view.ts';
import { AccessBadge } from '../core/access/access-badge.tsx';
import { EntryIcon } from '../core/data-room/entry-icon.tsx';
import { ByteSize } from '../ui/byte-size.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Highlighted } from './highlighted.tsx';
import { HitFrame } from './hit-frame.tsx';
import { MatchList } from './match-list.tsx';

type Hit = Extract<SearchLabsQuery['searchLabs']['nodes'][number], { __typename: 'SearchLabsFileHit' }>;

/** A file that matches, with the matching passage. */
export function FileHit({ hit: { entry, snippet, matches } }: { hit: Hit }) {
  const { file, lab, path } = entry;
  const labels = [
    ...file.categories.map((name) => ({ name, href: { ...readSearchView({}), categories: [name] } })),
    ...file.tags.map((name) => ({ name, href: { ...readSearchView({}), tags: [name] } })),
  ];
  const hasPassage = matches.some(({ field }) => field === 'DESCRIPTION' || field === 'TEXT');
  return (
    <HitFrame
      icon={<EntryIcon kind={fileKindOf(file.contentType)} />}
      lab={lab}
      at={file.updatedAt}
      title={
        <TextLink href={filePath(lab.shortname, path)} title={path}>
          {shortPath(path, 120)}
        </TextLink>
      }
      facts={
        <span className="flex flex-wrap items-center gap-2">
          <AccessBadge level={file.accessLevel} publicVersions={file.publicVersions} />
          {file.contentLength !== null && <ByteSize bytes={contentSize(file)} />}
        </span>
      }
    >
      {snippet && !hasPassage && (
        <p className="max-w-prose text-ink2">
          <Highlighted snippet={snippet} />
        </p>
      )}
      <MatchList matches={matches} />
      {labels.length > 0 && (
        <ul aria-label="Categories and tags" className="flex flex-wrap gap-2">
          {labels.map(({ name, href }) => (
            <li key={searchPath(href)} className="max-w-full">
              <Link
                href={searchPath({ ...href, prompt: name })}
                prefetch={false}
                className="block truncate rounded bg-wash px-2 text-ink2 touch:py-1.5 hover:text-ink"
              >
                {visibleName(name)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </HitFrame>
  );
}

import type { ReleaseFieldsFragment } from '@labroom/client/documents';
import { Name } from '#components/ui/name.tsx';
import { labPath } from '#lib/api/lab-reference.ts';
import { visibleLine } from '#lib/names/visible-name.ts';
import { Person } from '../core/people/person.tsx';
import { ByteSize } from '../ui/byte-size.tsx';
import { Fingerprint } from '../ui/fingerprint.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Time } from '../ui/time.tsx';

interface ReleaseListProps {
  releases: readonly ReleaseFieldsFragment[];
  shortname: string;
}

/** Releases of a lab, the newest first. */
export function ReleaseList({ releases, shortname }: ReleaseListProps) {
  return (
    <ol aria-label="Releases" className="border-b border-line">
      {releases.map(
        ({ number, name, description, fileCount, contentLength, manifestHash, createdAt, createdBy }) => (
          <li
            key={number}
            className="flex flex-wrap items-start justify-between gap-x-8 gap-y-2 border-t border-line py-4 text-sm"
          >
            <div className="min-w-0 flex-1 basis-80">
              <p className="flex flex-wrap items-baseline gap-x-3">
                <TextLink
                  href={labPath(shortname, 'releases', [String(number)])}
                  className="min-w-0 font-serif text-lg break-words"
                >
                  <Name>{name}</Name>
                </TextLink>
                <span className="tabular text-ink2">Release {number}</span>
              </p>
              {description && (
                <p className="mt-1 line-clamp-3 max-w-prose break-words">{visibleLine(description)}</p>
              )}
            </div>
            <div className="flex flex-col gap-1 text-ink2">
              <p className="tabular flex flex-wrap items-center gap-x-2">
                <Time value={createdAt} /> · <Person value={createdBy} />
              </p>
              <p className="tabular">
                {fileCount === 1 ? '1 file' : `${fileCount.toLocaleString('en')} files`} ·{' '}
                <ByteSize bytes={contentLength} />
              </p>
              <Fingerprint value={manifestHash} />
            </div>
          </li>
        ),
      )}
    </ol>
  );
}

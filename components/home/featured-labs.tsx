import type { LabCardFragment } from '@labroom/client/documents';
import { plainExcerpt } from '@labroom/markdown/excerpt';
import Link from 'next/link';
import { labPath, labTitle } from '#lib/api/lab-reference.ts';
import { LabBanner } from '../core/labs/lab-banner.tsx';
import { Time } from '../ui/time.tsx';

/** Labs with large pictures: the first two in a row, then three in a row; four as two rows. */
export function FeaturedLabs({ labs }: { labs: readonly LabCardFragment[] }) {
  return (
    <ul className="grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-6">
      {labs.map((lab, position) => {
        const isHalf = labs.length === 4 || (labs.length !== 3 && position < 2);
        return (
          <li key={lab.oclId} className={isHalf ? 'lg:col-span-3' : 'lg:col-span-2'}>
            <FeaturedLab lab={lab} isLarge={isHalf} />
          </li>
        );
      })}
    </ul>
  );
}

function FeaturedLab({ lab, isLarge }: { lab: LabCardFragment; isLarge: boolean }) {
  const { fileCount, members, trlValue, latestContributionAt } = lab;
  return (
    <article className="group relative">
      <LabBanner oclId={lab.oclId} format={isLarge ? 'wide' : 'card'} isBelow />
      <h3 className="mt-3 font-serif text-[1.5rem] leading-7 group-hover:underline group-hover:decoration-1 group-hover:underline-offset-4">
        <Link href={labPath(lab.shortname)} prefetch={false} className="after:absolute after:inset-0">
          <bdi>{labTitle(lab)}</bdi>
        </Link>
      </h3>
      {lab.description && (
        <p className="mt-1 line-clamp-2 font-serif text-[1rem] leading-6 text-ink2">
          {plainExcerpt(lab.description)}
        </p>
      )}
      <p className="tabular mt-2 flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-ink2">
        <span>
          {fileCount} {fileCount === 1 ? 'file' : 'files'}
        </span>
        <span>
          {members.length} {members.length === 1 ? 'member' : 'members'}
        </span>
        {trlValue !== null && <span>{trlValue}</span>}
        {latestContributionAt && (
          <span>
            newest <Time value={latestContributionAt} style="date" />
          </span>
        )}
      </p>
    </article>
  );
}

import Link from 'next/link';
import { Name } from '#components/ui/name.tsx';
import { labPath, labTitle } from '#lib/api/lab-reference.ts';
import type { LabIdentity } from '#lib/labs/lab-identity.ts';
import { LabBanner } from '../core/labs/lab-banner.tsx';
import { LabMark } from '../core/labs/lab-mark.tsx';
import { buttonClass } from '../ui/button.tsx';
import { LabNavigation } from './lab-navigation.tsx';
import { OnSection } from './on-section.tsx';
import { ReadinessBadge } from './readiness-badge.tsx';
import { VerifiedMark } from './verified-mark.tsx';

/** The lab's name and the tabs to its pages: large on the first page, one bar above the files. */
export function LabHeader({ lab }: { lab: LabIdentity }) {
  const navigation = <LabNavigation shortname={lab.shortname} />;
  return (
    <OnSection
      overview={
        <div className="flex flex-col gap-6">
          <LabBanner oclId={lab.oclId} />
          <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
            <div className="flex min-w-0 items-start gap-4">
              {lab.image !== null && <LabMark oclId={lab.oclId} image={lab.image} size="lg" />}
              <div className="min-w-0">
                <h1 className="line-clamp-2 text-3xl break-words max-sm:line-clamp-5" title={labTitle(lab)}>
                  <Name>{labTitle(lab)}</Name>
                </h1>
                <LabLine lab={lab} />
              </div>
            </div>
            <Link href={labPath(lab.shortname, 'files')} prefetch={false} className={buttonClass('primary')}>
              Open the data room
            </Link>
          </div>
          {navigation}
        </div>
      }
      files={
        <div
          data-lab-bar
          className="xl:pointer-events-none xl:absolute xl:inset-x-0 xl:top-0 xl:pr-124 xl:pl-24 [&_a]:pointer-events-auto"
        >
          <div className="flex items-center gap-x-8 max-lg:flex-wrap lg:h-12 max-xl:lg:border-b max-xl:lg:border-line">
            <div className="flex min-w-0 items-center gap-3 max-lg:w-full lg:min-w-20 lg:shrink-[999]">
              <LabMark oclId={lab.oclId} image={lab.image} size="sm" />
              <h1
                className="truncate text-[1.25rem] leading-7 tracking-tight max-lg:text-2xl max-lg:leading-10"
                title={labTitle(lab)}
              >
                <Name>{labTitle(lab)}</Name>
              </h1>
            </div>
            <div className="max-lg:mt-3 max-lg:w-full lg:min-w-0 lg:self-end lg:[&>div]:border-0">
              {navigation}
            </div>
          </div>
        </div>
      }
      other={
        <div className="flex flex-col gap-6">
          <div className="flex items-start gap-4 sm:items-center">
            <LabMark oclId={lab.oclId} image={lab.image} size="lg" />
            <div className="min-w-0">
              <h1 className="line-clamp-2 text-2xl break-words" title={labTitle(lab)}>
                <Name>{labTitle(lab)}</Name>
              </h1>
              <LabLine lab={lab} />
            </div>
          </div>
          {navigation}
        </div>
      }
    />
  );
}

function LabLine({ lab }: { lab: LabIdentity }) {
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="max-w-full text-sm break-words text-ink2">{lab.shortname}</p>
      {lab.isVerified && <VerifiedMark />}
      {lab.trlValue !== null && <ReadinessBadge value={lab.trlValue} />}
    </div>
  );
}

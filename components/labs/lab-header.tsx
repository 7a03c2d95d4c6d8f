import { labTitle } from '#lib/api/lab-reference.ts';
import type { LabIdentity } from '#lib/labs/lab-identity.ts';
import { LabBanner } from '../marks/lab-banner.tsx';
import { LabMark } from '../marks/lab-mark.tsx';
import { LabNavigation } from './lab-navigation.tsx';
import { OnOverview } from './on-overview.tsx';
import { ReadinessBadge } from './readiness-badge.tsx';
import { VerifiedMark } from './verified-mark.tsx';

/** The lab's name and image, on each of its pages. */
export function LabHeader({ lab }: { lab: LabIdentity }) {
  return (
    <div className="flex flex-col gap-6">
      <OnOverview>
        <LabBanner oclId={lab.oclId} />
      </OnOverview>
      <div className="flex items-start gap-4 sm:items-center">
        <LabMark oclId={lab.oclId} image={lab.image} size="lg" />
        <div className="flex min-w-0 flex-col gap-1">
          <h1 className="text-2xl max-sm:line-clamp-5" title={labTitle(lab)}>
            {labTitle(lab)}
          </h1>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <p className="max-w-full truncate text-sm text-ink2">{lab.shortname}</p>
            {lab.isVerified && <VerifiedMark />}
            {lab.trlValue !== null && <ReadinessBadge value={lab.trlValue} />}
          </div>
        </div>
      </div>
      <LabNavigation shortname={lab.shortname} />
    </div>
  );
}

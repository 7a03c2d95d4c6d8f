import type { LabCardFragment } from '@labroom/client/documents';
import { plainExcerpt } from '@labroom/markdown/excerpt';
import { Users } from 'lucide-react';
import Link from 'next/link';
import { Name } from '#components/ui/name.tsx';
import { labPath, labTitle } from '#lib/api/lab-reference.ts';
import { LabMark } from '../core/labs/lab-mark.tsx';
import { roleName } from '../core/labs/role-name.ts';
import { Badge } from '../ui/badge.tsx';
import { PendingMark } from '../ui/pending-mark.tsx';
import { Time } from '../ui/time.tsx';
import { ReadinessBadge } from './readiness-badge.tsx';
import { VerifiedMark } from './verified-mark.tsx';

interface LabCardProps {
  lab: LabCardFragment;
  /** Wallet of the reader, lowercase. Its role is shown on the card. */
  viewer?: string | undefined;
  /** Heading level of the lab's name. */
  heading?: 'h2' | 'h3' | 'h4';
}

export function LabCard({ lab, viewer, heading: Heading = 'h2' }: LabCardProps) {
  const role = lab.members.find((member) => member.walletAddress === viewer)?.role;
  const count = lab.members.length;
  return (
    <article className="relative flex h-full flex-col gap-3 border-t border-line pt-4 hover:border-ink">
      <div className="flex items-start gap-4">
        <LabMark oclId={lab.oclId} image={lab.image} />
        <div className="min-w-0 flex-1">
          <Heading className="line-clamp-2 text-lg break-words">
            <Link href={labPath(lab.shortname)} prefetch={false} className="after:absolute after:inset-0">
              <Name>{labTitle(lab)}</Name> <PendingMark />
            </Link>
          </Heading>
          <p className="truncate text-sm text-ink2">{lab.shortname}</p>
        </div>
        {role && <Badge tone="acc">{roleName(role)}</Badge>}
      </div>
      {(lab.isVerified || lab.trlValue !== null) && (
        <div className="flex flex-wrap gap-2">
          {lab.isVerified && <VerifiedMark />}
          {lab.trlValue !== null && <ReadinessBadge value={lab.trlValue} />}
        </div>
      )}
      {lab.description && <p className="line-clamp-2 text-sm text-ink2">{plainExcerpt(lab.description)}</p>}
      <p className="mt-auto flex flex-wrap justify-between gap-x-4 gap-y-1 text-sm text-ink2">
        <span className="inline-flex items-center gap-1">
          <Users aria-hidden className="size-4" />
          <span className="tabular">{count}</span> {count === 1 ? 'member' : 'members'}
        </span>
        <span>
          {lab.latestContributionAt ? (
            <Time value={lab.latestContributionAt} style="date" />
          ) : (
            'No contributions yet'
          )}
        </span>
      </p>
    </article>
  );
}

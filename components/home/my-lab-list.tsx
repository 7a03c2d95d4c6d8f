import type { LabCardFragment } from '@labroom/client/documents';
import Link from 'next/link';
import { labPath, labTitle } from '#lib/api/lab-reference.ts';
import { LabMark } from '../core/labs/lab-mark.tsx';
import { roleName } from '../core/labs/role-name.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Time } from '../ui/time.tsx';
import { ChangedDot } from './changed-dot.tsx';

interface MyLabListProps {
  labs: readonly LabCardFragment[];
  /** Lowercase. */
  wallet: string;
}

/** The labs of a wallet in rows: its role, and whether something changed since it was there. */
export function MyLabList({ labs, wallet }: MyLabListProps) {
  if (labs.length === 0)
    return (
      <EmptyState
        title="You have no lab yet."
        action={
          <>
            <Link href="/labs/new" prefetch={false} className={buttonClass('primary', 'sm')}>
              New lab
            </Link>
            <Link href="/labs" prefetch={false} className={buttonClass('secondary', 'sm')}>
              Browse labs
            </Link>
          </>
        }
      >
        Your labs appear here, with your role and what is new in them. Create one, or ask an owner for a role:
        an invitation or a granted request is enough.
      </EmptyState>
    );
  return (
    <ul aria-label="My labs" className="grid gap-x-8 sm:grid-cols-2">
      {labs.map((lab) => {
        const role = lab.members.find(({ walletAddress }) => walletAddress === wallet)?.role;
        return (
          <li
            key={lab.oclId}
            className="relative flex min-w-0 items-center gap-3 border-b border-line py-2.5 hover:border-ink"
          >
            <LabMark oclId={lab.oclId} image={lab.image} size="sm" />
            <span className="min-w-0 flex-1">
              <Link
                href={labPath(lab.shortname)}
                prefetch={false}
                className="block truncate font-medium after:absolute after:inset-0"
                title={labTitle(lab)}
              >
                <bdi>{labTitle(lab)}</bdi>
              </Link>
              <span className="flex gap-x-3 text-sm text-ink2">
                {role && <span>{roleName(role)}</span>}
                {lab.latestContributionAt ? (
                  <Time value={lab.latestContributionAt} style="date" />
                ) : (
                  'No files yet'
                )}
              </span>
            </span>
            <ChangedDot wallet={wallet} oclId={lab.oclId} at={lab.latestContributionAt} />
          </li>
        );
      })}
    </ul>
  );
}

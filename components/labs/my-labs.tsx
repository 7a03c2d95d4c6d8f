import type { LabCardFragment, LabMemberRole } from '@labroom/client/documents';
import Link from 'next/link';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { WillHold } from '../ui/will-hold.tsx';
import { LabCard } from './lab-card.tsx';

const groups: { role: LabMemberRole; title: string }[] = [
  { role: 'OWNER', title: 'As owner' },
  { role: 'CONTRIBUTOR', title: 'As contributor' },
  { role: 'VIEWER', title: 'As viewer' },
];

/** The wallet's labs, grouped by its role. `wallet` is lowercase. */
export function MyLabs({ labs, wallet }: { labs: readonly LabCardFragment[]; wallet: string }) {
  if (labs.length === 0) {
    return (
      <EmptyState
        title="This wallet has no role in any lab."
        action={
          <Link href="/labs/new" className={buttonClass('secondary', 'sm')}>
            New lab
          </Link>
        }
      >
        Create a lab, or ask an owner to grant you a role.
        <div className="mt-6">
          <WillHold
            rows={[
              ['A lab that you own', 'Owner'],
              ['A lab whose owner invited you', 'Contributor, until 31 Dec 2026'],
            ]}
          />
        </div>
      </EmptyState>
    );
  }
  const sections = groups.map(({ role, title }) => {
    const mine = labs.filter((lab) =>
      lab.members.some((member) => member.walletAddress === wallet && member.role === role),
    );
    if (mine.length === 0) return null;
    return (
      <section key={role} className="flex flex-col gap-4">
        <h3 className="text-sm font-medium text-ink2">
          {title} <span className="tabular">({mine.length})</span>
        </h3>
        <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          {mine.map((lab) => (
            <li key={lab.oclId}>
              <LabCard lab={lab} heading="h4" />
            </li>
          ))}
        </ul>
      </section>
    );
  });
  return <div className="flex flex-col gap-8">{sections}</div>;
}

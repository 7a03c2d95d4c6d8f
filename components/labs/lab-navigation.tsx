'use client';
import Link from 'next/link';
import { useSelectedLayoutSegment } from 'next/navigation';
import { type LabSection, labPath } from '../../lib/api/lab-reference.ts';
import { PendingMark } from '../site/pending-mark.tsx';
import { classNames } from '../ui/class-names.ts';

const sections: { section: LabSection; name: string }[] = [
  { section: 'overview', name: 'Overview' },
  { section: 'files', name: 'Files' },
  { section: 'activity', name: 'Activity' },
  { section: 'members', name: 'Members' },
];

/** The pages of a lab. */
export function LabNavigation({ shortname }: { shortname: string }) {
  const current = useSelectedLayoutSegment() ?? 'overview';
  return (
    <nav aria-label="Lab" className="flex gap-4 overflow-x-auto border-b border-line sm:gap-6">
      {sections.map(({ section, name }) => (
        <Link
          key={section}
          href={labPath(shortname, section)}
          prefetch={false}
          aria-current={section === current ? 'page' : undefined}
          className={classNames(
            '-mb-px border-b-2 py-2 text-sm whitespace-nowrap',
            section === current
              ? 'border-accent font-medium text-ink'
              : 'border-transparent text-muted hover:border-line-strong hover:text-ink',
          )}
        >
          {name} <PendingMark />
        </Link>
      ))}
    </nav>
  );
}

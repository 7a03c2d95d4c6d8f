'use client';
import Link from 'next/link';
import { useSelectedLayoutSegment } from 'next/navigation';
import { labPath } from '#lib/api/lab-reference.ts';
import { labSections } from '../core/labs/lab-sections.ts';
import { classNames } from '../ui/class-names.ts';
import { PendingMark } from '../ui/pending-mark.tsx';

/** Pages without a tab of their own, and the tab that leads to them. */
const tabOf = new Map([
  ['releases', 'activity'],
  ['changes', 'activity'],
]);

/** Tabs to the pages of a lab. */
export function LabNavigation({ shortname }: { shortname: string }) {
  const segment = useSelectedLayoutSegment() ?? 'overview';
  const current = tabOf.get(segment) ?? segment;
  return (
    <div className="border-b border-line">
      {/* A scroll container clips overflow, so the focus ring lies within the link. */}
      <nav aria-label="Lab" className="-mx-1 -mb-px flex gap-0.5 overflow-x-auto sm:gap-4">
        {labSections.map(({ section, name }) => (
          <Link
            key={section}
            href={labPath(shortname, section)}
            prefetch={false}
            aria-current={section === segment ? 'page' : section === current || undefined}
            className="group rounded-t-sm px-1 text-[0.875rem] leading-5 whitespace-nowrap focus-visible:-outline-offset-2 last:aria-[current=page]:[scroll-initial-target:nearest]"
          >
            <span
              className={classNames(
                'block border-b-2 py-2 touch:py-2.5',
                section === current
                  ? 'border-acc font-semibold text-ink'
                  : 'border-unseen text-ink2 group-hover:border-edge group-hover:text-ink',
              )}
            >
              {name} <PendingMark place="section" />
            </span>
          </Link>
        ))}
      </nav>
    </div>
  );
}

'use client';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { sitePages } from '../core/site/site-pages.ts';
import { classNames } from '../ui/class-names.ts';
import { PendingMark } from '../ui/pending-mark.tsx';

const pages = sitePages.filter(({ place }) => place === 'header');

/** The main pages, on a separate line on narrow screens. */
export function SiteNavigation() {
  const here = usePathname();
  return (
    <nav
      aria-label="Main"
      className="site-pages -mx-2 flex gap-1 pb-1 text-sm whitespace-nowrap max-md:order-last max-md:w-full md:mr-auto md:pb-0"
    >
      {pages.map(({ name, path }) => (
        <Link
          key={path}
          href={path}
          prefetch={false}
          aria-current={path === here ? 'page' : undefined}
          className={classNames(
            'rounded px-2 py-1 touch:py-2.5 hover:text-ink',
            path === here ? 'text-ink' : 'text-ink2',
          )}
        >
          {name}
          {/* Moves no other link. */}
          <span className="absolute ml-1">
            <PendingMark />
          </span>
        </Link>
      ))}
    </nav>
  );
}

import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Theme } from '#lib/choices/theme.ts';
import { Logo } from './logo.tsx';
import { SiteNavigation } from './site-navigation.tsx';
import { ThemeButton } from './theme-button.tsx';

interface SiteHeaderProps {
  theme: Theme;
  /** Beside the name of the site: leads signed-in people to their labs. */
  switcher: ReactNode;
  /** Opens the search, between the pages and the theme. */
  search: ReactNode;
  /** The account, at the end. */
  account: ReactNode;
}

export function SiteHeader({ theme, switcher, search, account }: SiteHeaderProps) {
  return (
    <header className="border-b border-line print:hidden">
      <div className="page-width flex min-h-12 flex-wrap items-center gap-x-2 sm:gap-x-4">
        <Link
          href="/"
          aria-label="Labroom"
          prefetch={false}
          className="flex h-12 items-center gap-2 font-serif text-[1.25rem] leading-6 tracking-tight"
        >
          <Logo className="size-5" />
          <span className="site-name">Labroom</span>
        </Link>
        {switcher}
        <span aria-hidden className="flex-1 md:hidden" />
        <SiteNavigation />
        {search}
        <ThemeButton initial={theme} />
        {account}
      </div>
    </header>
  );
}

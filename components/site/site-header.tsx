import Link from 'next/link';
import type { Theme } from '#lib/theme.ts';
import { PaletteButton } from '../search/palette/palette-button.tsx';
import { AccountControl } from '../wallet/account-control.tsx';
import { Logo } from './logo.tsx';
import { SiteNavigation } from './site-navigation.tsx';
import { ThemeButton } from './theme-button.tsx';

export function SiteHeader({ theme }: { theme: Theme }) {
  return (
    <header className="border-b border-line print:hidden">
      <div className="page-width flex min-h-12 flex-wrap items-center gap-x-2 sm:gap-x-4">
        <Link
          href="/"
          aria-label="Labroom"
          prefetch={false}
          className="mr-auto flex h-12 items-center gap-2 font-serif text-[1.25rem] leading-6 tracking-tight md:mr-2"
        >
          <Logo className="size-5" />
          <span className="site-name">Labroom</span>
        </Link>
        <SiteNavigation />
        <PaletteButton />
        <ThemeButton initial={theme} />
        <AccountControl />
      </div>
    </header>
  );
}

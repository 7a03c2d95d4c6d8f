import Link from 'next/link';
import type { Theme } from '#lib/theme.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { AccountControl } from '../wallet/account-control.tsx';
import { Logo } from './logo.tsx';
import { SiteNavigation } from './site-navigation.tsx';
import { ThemeButton } from './theme-button.tsx';

export function SiteHeader({ theme }: { theme: Theme }) {
  return (
    <header className="border-b border-line bg-surface print:hidden">
      <div className="mx-auto flex min-h-16 max-w-6xl flex-wrap items-center gap-x-2 px-4 sm:gap-x-6 sm:px-6">
        <Link
          href="/"
          prefetch={false}
          className="mr-auto flex h-16 items-center gap-2 text-base font-semibold md:mr-0"
        >
          <Logo className="size-6 text-accent" />
          Labroom
        </Link>
        <SiteNavigation />
        <PaletteButton />
        <ThemeButton initial={theme} />
        <AccountControl />
      </div>
    </header>
  );
}

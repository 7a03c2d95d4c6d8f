import Link from 'next/link';
import type { Theme } from '../../lib/theme.ts';
import { AccountControl } from '../wallet/account-control.tsx';
import { Logo } from './logo.tsx';
import { ThemeButton } from './theme-button.tsx';

export function SiteHeader({ theme }: { theme: Theme }) {
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-2 px-4 sm:gap-6 sm:px-6">
        <Link href="/" prefetch={false} className="flex items-center gap-2 text-base font-semibold">
          <Logo className="size-6 text-accent" />
          <span className="max-sm:sr-only">Labroom</span>
        </Link>
        <nav aria-label="Main" className="flex flex-1 items-center gap-1 text-sm whitespace-nowrap sm:gap-2">
          <Link
            href="/"
            prefetch={false}
            className="rounded px-2 py-1 text-muted hover:bg-sunken hover:text-ink"
          >
            Labs
          </Link>
          <Link
            href="/labs/new"
            prefetch={false}
            className="max-sm:hidden rounded px-2 py-1 text-muted hover:bg-sunken hover:text-ink"
          >
            New lab
          </Link>
        </nav>
        <ThemeButton initial={theme} />
        <AccountControl />
      </div>
    </header>
  );
}

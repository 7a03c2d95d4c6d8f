import type { Metadata } from 'next';
import Link from 'next/link';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';

export const metadata: Metadata = { title: 'Page not found' };

export default function NotFound() {
  return (
    <EmptyState
      heading="h1"
      title="Page not found."
      action={
        <>
          <Link href="/labs" className={buttonClass('secondary', 'sm')}>
            All labs
          </Link>
          <Link href="/search" className={buttonClass('secondary', 'sm')}>
            Search
          </Link>
        </>
      }
    >
      Nothing is at this address. The search finds files by their names.
    </EmptyState>
  );
}

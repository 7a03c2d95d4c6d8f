import Link from 'next/link';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';

export default function NotFound() {
  return (
    <EmptyState
      heading="h1"
      title="Page not found."
      action={
        <Link href="/" className={buttonClass('secondary', 'sm')}>
          All labs
        </Link>
      }
    >
      Check the address, or go to the list of labs.
    </EmptyState>
  );
}

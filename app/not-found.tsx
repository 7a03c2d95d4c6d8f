import Link from 'next/link';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';

export default function NotFound() {
  return (
    <EmptyState
      heading="h1"
      title="There is nothing at this address."
      action={
        <Link href="/" className={buttonClass('secondary', 'sm')}>
          All labs
        </Link>
      }
    >
      The link may be old, or mistyped.
    </EmptyState>
  );
}

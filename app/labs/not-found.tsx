import Link from 'next/link';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';

export default function LabNotFound() {
  return (
    <EmptyState
      heading="h1"
      title="Lab not found."
      action={
        <>
          <Link href="/labs" className={buttonClass('secondary', 'sm')}>
            All labs
          </Link>
          <Link href="/labs/new" className={buttonClass('secondary', 'sm')}>
            New lab
          </Link>
        </>
      }
    >
      Check the address.
    </EmptyState>
  );
}

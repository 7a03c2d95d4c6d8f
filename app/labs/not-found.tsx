import Link from 'next/link';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';

export default function LabNotFound() {
  return (
    <EmptyState
      heading="h1"
      title="There is no such lab."
      action={
        <>
          <Link href="/" className={buttonClass('secondary', 'sm')}>
            All labs
          </Link>
          <Link href="/labs/new" className={buttonClass('secondary', 'sm')}>
            Register a lab
          </Link>
        </>
      }
    >
      The name may be mistyped, or the lab is minted but not registered here yet.
    </EmptyState>
  );
}

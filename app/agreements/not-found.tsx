import Link from 'next/link';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';

export default function AgreementNotFound() {
  return (
    <EmptyState
      heading="h1"
      title="Agreement not found."
      action={
        <Link href="/labs" className={buttonClass('secondary', 'sm')}>
          All labs
        </Link>
      }
    >
      Its address is the key in the metadata of a lab's token, 119 characters; one may be missing.
    </EmptyState>
  );
}

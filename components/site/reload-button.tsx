'use client';
import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { Button } from '../ui/button.tsx';

/** Asks the server for the page again, without losing what is typed. */
export function ReloadButton() {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  return (
    <Button size="sm" busy={pending} onClick={() => startTransition(() => router.refresh())}>
      Try again
    </Button>
  );
}

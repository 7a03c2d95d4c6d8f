'use client';
import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { Button } from '../ui/button.tsx';

/** Fetches the page from the server again and keeps the typed input. */
export function ReloadButton() {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  return (
    <Button size="sm" busy={pending} onClick={() => startTransition(() => router.refresh())}>
      Try again
    </Button>
  );
}

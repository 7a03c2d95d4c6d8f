'use client';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { announceSessionEnd } from '#lib/api/session-ended.ts';

/**
 * For what the server could not render, because the session has ended: the page asks to sign in again. What was rendered for a former session
 * may arrive after the user has signed in again, so the service is asked about the present one, and its page is rendered anew.
 */
export function SessionEnd(): null {
  const router = useRouter();
  useEffect(() => {
    let hasLeft = false;
    const check = async () => {
      const { sessionHolds } = await import('#lib/session/sign-in.ts');
      // Without an answer nothing is known, and what failed is shown.
      const holds = await sessionHolds().catch(() => null);
      if (hasLeft || holds === null) return;
      if (holds) router.refresh();
      else announceSessionEnd();
    };
    void check();
    return () => {
      hasLeft = true;
    };
  }, [router]);
  return null;
}

'use client';
import { useIdentity } from '#lib/session/session-context.tsx';
import { SignInPrompt } from '../files/sign-in-prompt.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { InboxSkeleton } from './inbox-skeleton.tsx';

const Inbox = lazyPart(async () => (await import('./inbox.tsx')).Inbox, <InboxSkeleton />);

/** The inbox, or how to sign in to it. */
export function InboxPanel() {
  const { kind } = useIdentity();
  return kind === 'signed-in' ? <Inbox /> : <SignInPrompt purpose="to see your inbox" />;
}

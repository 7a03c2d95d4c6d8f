'use client';
import { useIdentity } from '#lib/session/session-context.tsx';
import { SignInPrompt } from '../core/wallet/sign-in-prompt.tsx';
import { part } from '../ui/part.tsx';
import { Section } from '../ui/section.tsx';
import { InboxExamples } from './examples.tsx';
import { InboxSkeleton } from './inbox-skeleton.tsx';
import type { DecisionPart } from './notice-row.tsx';

const Inbox = part(async () => (await import('./inbox.tsx')).Inbox, { loading: <InboxSkeleton /> });
const Muted = part(async () => (await import('./muted.tsx')).Muted);
const Followed = part(async () => (await import('./followed.tsx')).Followed);
const NoticeSettings = part(async () => (await import('./notice-settings.tsx')).NoticeSettings);

/** The inbox, what is followed and how notices are sent, or how to sign in to them. */
export function InboxPanel({ Decision }: { Decision: DecisionPart }) {
  const identity = useIdentity();
  if (identity.kind !== 'signed-in')
    return (
      <div className="flex flex-col gap-6">
        <SignInPrompt purpose="to see your inbox" />
        <InboxExamples />
      </div>
    );
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
      <Inbox wallet={identity.address} Decision={Decision} />
      <div className="flex min-w-0 flex-col gap-10">
        <Section title="What you follow">
          <Followed />
        </Section>
        <Section title="Muted">
          <Muted />
        </Section>
        <NoticeSettings />
      </div>
    </div>
  );
}

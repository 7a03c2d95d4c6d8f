import type { Metadata } from 'next';
import { InboxPanel } from '#components/inbox/inbox-panel.tsx';
import { Decision } from '../decision.tsx';

export const metadata: Metadata = { title: 'Inbox', robots: { index: false } };

export default function InboxPage() {
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-2xl">Inbox</h1>
      <InboxPanel Decision={Decision} />
    </div>
  );
}

import type { Metadata } from 'next';
import { SessionPanel } from '#components/account/session-panel.tsx';
import { Payments, WalletIntent } from '#components/payments/parts.tsx';
import { Section } from '#components/ui/section.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { currentSession } from '#web/session/current-session.ts';

export const metadata: Metadata = { title: 'Payments', robots: { index: false } };

export default async function PaymentsPage() {
  const session = await currentSession();
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-2">
        <p className="text-sm">
          <TextLink href="/account">Account</TextLink>
        </p>
        <h1 className="text-2xl">Payments</h1>
        <p className="max-w-prose text-sm text-ink2">
          The single calls that your wallet paid for, newest first. Only you see this list. Transfers are
          public on the chain, and owners of a lab see what you spent on it.
        </p>
      </div>
      {session ? (
        <>
          <Payments />
          <Section title="Payments that name their call">
            <WalletIntent wallet={session.walletAddress} />
          </Section>
        </>
      ) : (
        <SessionPanel />
      )}
    </div>
  );
}

import type { Metadata } from 'next';
import { ProfileForm } from '#components/account/parts.tsx';
import { SessionPanel } from '#components/account/session-panel.tsx';
import { TokenSections } from '#components/account/token-sections.tsx';
import { MyLabs } from '#components/labs/my-labs.tsx';
import { Failure } from '#components/site/failure.tsx';
import { Section } from '#components/ui/section.tsx';
import { Term } from '#components/ui/term.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { WillHold } from '#components/ui/will-hold.tsx';
import { loadLabs } from '#web/load-labs.ts';
import { currentSession } from '#web/session/current-session.ts';

export const metadata: Metadata = { title: 'Account', robots: { index: false } };

export default async function AccountPage() {
  const session = await currentSession();
  return (
    <div className="flex flex-col gap-8">
      <h1 className="text-2xl">Account</h1>
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-8">
          <Section title="Session">
            <SessionPanel />
          </Section>
          {!session && (
            <WillHold
              rows={[
                ['Your profile, as labs show it', 'name, picture, ORCID'],
                ['Labs in which you have a role', 'Owner, Contributor, Viewer'],
                ['Tokens of your programs', 'made and revoked here'],
                ['What your wallet paid for', 'call by call'],
              ]}
            />
          )}
          {session && (
            <Section title="Profile">
              <ProfileForm wallet={session.walletAddress} />
            </Section>
          )}
          {session && (
            <Section title="Paid calls">
              <TextLink href="/account/payments">What your wallet paid for</TextLink>
            </Section>
          )}
          {session && (
            <Section title="Notices">
              <TextLink href="/inbox">Inbox, mail and what you muted</TextLink>
            </Section>
          )}
          {session && (
            <Section title="My labs">
              <LabsOf wallet={session.walletAddress} />
            </Section>
          )}
        </div>
        {session && (
          <aside className="flex min-w-0 flex-col gap-8">
            <TokenSections
              wallet={session.walletAddress}
              intro={
                <>
                  {' '}
                  With a <Term name="serviceToken">service token</Term>, a program acts with the rights of
                  your wallet. It sends the token in the X-Service-Token header.{' '}
                </>
              }
            />
          </aside>
        )}
      </div>
    </div>
  );
}

async function LabsOf({ wallet }: { wallet: string }) {
  const outcome = await loadLabs({ walletAddress: wallet, perPage: 100 });
  if (!outcome.ok) return <Failure title="Your labs could not be loaded." failure={outcome.failure} />;
  return <MyLabs labs={outcome.data.nodes} wallet={wallet} />;
}

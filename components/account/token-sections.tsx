'use client';
import type { ReactNode } from 'react';
import { part } from '../ui/part.tsx';
import { Section } from '../ui/section.tsx';

const IssueToken = part(async () => (await import('./issue-token.tsx')).IssueToken);
const Credentials = part(async () => (await import('./credentials.tsx')).Credentials, {
  failure: 'in place',
});
const ServiceTokens = part(async () => (await import('./service-tokens.tsx')).ServiceTokens, {
  failure: 'in place',
});

/** Issues credentials and service tokens for the signed-in wallet and lists its existing ones. `intro`: what a token is for, rendered on the server. */
export function TokenSections({ wallet, intro }: { wallet: string; intro: ReactNode }) {
  return (
    <>
      <Section title="API credentials">
        <p className="text-sm text-ink2">
          A program needs a credential to call the API. You issue it by a signature. It gives no right of your
          wallet.
        </p>
        <Credentials wallet={wallet} />
      </Section>
      <Section title="New service token">
        <p className="text-sm text-ink2">{intro}</p>
        <IssueToken />
      </Section>
      <Section title="Service tokens">
        <ServiceTokens wallet={wallet} />
      </Section>
    </>
  );
}

'use client';
import type { ReactNode } from 'react';
import { late } from '../ui/late.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Section } from '../ui/section.tsx';

const IssueToken = late(() => import('./issue-token.tsx').then((module) => module.IssueToken));
const Credentials = lazyPart(() => import('./credentials.tsx').then((module) => module.Credentials));
const ServiceTokens = lazyPart(() => import('./service-tokens.tsx').then((module) => module.ServiceTokens));

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

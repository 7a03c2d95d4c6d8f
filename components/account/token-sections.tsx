'use client';
import dynamic from 'next/dynamic';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Section } from '../ui/section.tsx';

const IssueToken = dynamic(() => import('./issue-token.tsx').then((module) => module.IssueToken));
const ServiceTokens = lazyPart(() => import('./service-tokens.tsx').then((module) => module.ServiceTokens));

/** Issues service tokens for the signed-in wallet and lists its existing ones. */
export function TokenSections({ wallet }: { wallet: string }) {
  return (
    <>
      <Section title="New service token">
        <p className="text-sm text-ink2">
          A program sends it in the X-Service-Token header and acts with the rights of your wallet.
        </p>
        <IssueToken />
      </Section>
      <Section title="Service tokens">
        <ServiceTokens wallet={wallet} />
      </Section>
    </>
  );
}

'use client';
import dynamic from 'next/dynamic';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Section } from '../ui/section.tsx';
import { Term } from '../ui/term.tsx';

const IssueToken = dynamic(() => import('./issue-token.tsx').then((module) => module.IssueToken));
const ServiceTokens = lazyPart(() => import('./service-tokens.tsx').then((module) => module.ServiceTokens));

/** Issues service tokens for the signed-in wallet and lists its existing ones. */
export function TokenSections({ wallet }: { wallet: string }) {
  return (
    <>
      <Section title="New service token">
        <p className="text-sm text-ink2">
          With a <Term name="serviceToken">service token</Term>, a program acts with the rights of your
          wallet. It sends the token in the X-Service-Token header.
        </p>
        <IssueToken />
      </Section>
      <Section title="Service tokens">
        <ServiceTokens wallet={wallet} />
      </Section>
    </>
  );
}

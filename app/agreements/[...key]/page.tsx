import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AgreementFacts } from '#components/agreements/agreement-facts.tsx';
import { AgreementText } from '#components/agreements/agreement-text.tsx';
import { Failure } from '#components/site/failure.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { loadAgreement } from '#web/load-agreement.ts';

interface AgreementPageProps {
  params: Promise<{ key: string[] }>;
}

export async function generateMetadata({ params }: AgreementPageProps): Promise<Metadata> {
  const outcome = await loadAgreement((await params).key.join('/'));
  if (outcome.kind !== 'agreement') return { title: 'Agreement' };
  const { lab, token } = outcome.agreement.document;
  return {
    title: `Membership agreement of Lab #${lab.labId}`,
    description: `Between Lab #${lab.labId} and the holders of its token ${token.symbol}.`,
  };
}

/** Page of a membership agreement. */
export default async function AgreementPage({ params }: AgreementPageProps) {
  const outcome = await loadAgreement((await params).key.join('/'));
  if (outcome.kind === 'absent') notFound();
  if (outcome.kind === 'failed') {
    return <Failure title="The agreement could not be loaded." failure={outcome.failure} />;
  }
  if (outcome.kind === 'altered') {
    return (
      <ErrorState title="The stored document does not match this address.">
        <p>
          The SHA-256 hash of the stored document is{' '}
          <code className="font-mono break-all">{outcome.contentHash}</code>, to which the key in the address
          does not belong. It is not shown. Compare it with the hash in the metadata of the token.
        </p>
      </ErrorState>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <aside aria-label="Facts" className="flex min-w-0 flex-col gap-4 lg:order-last">
        <AgreementFacts agreement={outcome.agreement} />
        <p className="text-sm text-ink2">
          Anyone can create such a document. It applies to a lab only if the lab's token names this key and
          hash.
        </p>
      </aside>
      <article className="min-w-0 [overflow-wrap:anywhere] [&_h1]:text-2xl!">
        <AgreementText>{outcome.agreement.document.text}</AgreementText>
      </article>
    </div>
  );
}

import type { Metadata } from 'next';
import { Section } from '#components/ui/section.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { FileCheck } from '#components/verify/file-check.tsx';
import { TokenizationCheck } from '#components/verify/tokenization-check.tsx';
import { webEnv } from '#web/env.ts';

export const metadata: Metadata = {
  title: 'Verify',
  description: 'Find out which lab a file comes from, and check how a lab got its token.',
};

interface VerifyPageProps {
  searchParams: Promise<{ lab?: string | string[] }>;
}

export default async function VerifyPage({ searchParams }: VerifyPageProps) {
  const { lab } = await searchParams;
  const subject = typeof lab === 'string' && lab.trim() ? lab.trim().slice(0, 200) : null;
  const file = (
    <Section key="file" title="A file">
      <p className="max-w-prose">
        Shows the lab, path, version, date and author. Public files are found for everyone. Encrypted files
        are found by a copy of their content if you are signed in and can open them.
      </p>
      <FileCheck />
    </Section>
  );
  const tokenization = (
    <Section key="tokenization" title="A tokenization">
      <p className="max-w-prose">
        Checks that a lab’s token, membership agreement, terms and signature belong together. Your browser
        reads them from the chain.
      </p>
      <TokenizationCheck subject={subject} storageUrl={webEnv().storageUrl} />
    </Section>
  );
  return (
    <div className="flex max-w-3xl flex-col gap-12">
      <h1 className="text-2xl">Verify</h1>
      {subject === null ? [file, tokenization] : [tokenization, file]}
      <p className="text-sm">
        There is also a <TextLink href="/verify/encryption">check of this browser’s encryption</TextLink>.
      </p>
    </div>
  );
}

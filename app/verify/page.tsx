import type { Metadata } from 'next';
import { Section } from '#components/ui/section.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Administrators } from '#components/verify/administrators.tsx';
import { ComputedAddresses } from '#components/verify/computed-addresses.tsx';
import { ContractsCheck } from '#components/verify/contracts-check.tsx';
import { FileCheck } from '#components/verify/file-check.tsx';
import { TokenizationCheck } from '#components/verify/tokenization-check.tsx';
import { computeContractAddresses } from '#web/compute-contract-addresses.ts';
import { publicConfig, webEnv } from '#web/config/env.ts';
import { loadContractsVerification } from '#web/load-contracts-verification.ts';

export const metadata: Metadata = {
  title: 'Verify',
  description: 'Find out which lab a file comes from, and check how a lab got its token.',
};

interface VerifyPageProps {
  searchParams: Promise<{ lab?: string | string[] }>;
}

export default async function VerifyPage({ searchParams }: VerifyPageProps) {
  const { lab } = await searchParams;
  const { network, rpcUrl } = publicConfig();
  const addresses = computeContractAddresses();
  const subject = typeof lab === 'string' && lab.trim() ? lab.trim().slice(0, 200) : null;
  const file = (
    <Section key="file" title="Verify a file">
      <p className="max-w-prose">
        Shows which lab a file comes from, with its path, version, date and author. Public files are found
        without signing in. To find an encrypted file that you can open, sign in and choose a decrypted copy.
      </p>
      <FileCheck />
    </Section>
  );
  const tokenization = (
    <Section key="tokenization" title="Verify a token">
      <p className="max-w-prose">
        Checks that the token of a lab, its membership agreement, the terms and their signature belong
        together. Your browser reads them from the chain.
      </p>
      <TokenizationCheck subject={subject} storageUrl={webEnv().storageUrl} />
    </Section>
  );
  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-2">
      <h1 className="text-2xl lg:col-span-2">Verify</h1>
      {subject === null ? [file, tokenization] : [tokenization, file]}
      <div className="min-w-0 lg:col-span-2">
        <Section title="Who administers the contracts">
          <Administrators network={network} />
        </Section>
      </div>
      <div className="min-w-0 lg:col-span-2">
        <Section title="How the contracts were checked">
          <ContractsCheck
            network={network}
            rpcUrl={rpcUrl}
            verification={await loadContractsVerification()}
          />
          {addresses && <ComputedAddresses network={network} check={addresses} />}
        </Section>
      </div>
      <p className="text-sm lg:col-span-2">
        You can also <TextLink href="/verify/encryption">check the encryption in this browser</TextLink>.
      </p>
    </div>
  );
}

import type { Metadata } from 'next';
import { CreateLab } from '#components/create-lab/create-lab.tsx';
import { Term } from '#components/ui/term.tsx';
import { TextLink } from '#components/ui/text-link.tsx';

export const metadata: Metadata = {
  title: 'New lab',
  description: 'Create a lab on the chain and open its data room.',
};

export default function NewLabPage() {
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6">
      <div>
        <h1 className="text-2xl">New lab</h1>
        <p className="mt-2 text-ink2">
          A lab is a token (NFT) on the chain that your wallet owns. It has a{' '}
          <Term name="labAccount">lab account</Term> and a data room. Minting it costs a fee and the{' '}
          <Term name="networkFee">network fee</Term>.{' '}
          <TextLink href="/how-it-works#lab">What a lab is</TextLink>
        </p>
      </div>
      <CreateLab />
    </div>
  );
}

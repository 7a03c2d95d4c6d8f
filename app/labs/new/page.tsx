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
    <div className="mx-auto flex max-w-5xl flex-col gap-6">
      <div>
        <h1 className="text-2xl">New lab</h1>
        <p className="mt-2 max-w-prose text-ink2">
          A lab has a page, a data room and a <Term name="labAccount">lab account</Term>. It is a token (NFT)
          on the chain, so it is yours whatever becomes of this site, and you can pass it on. Creating it
          costs a fee and the <Term name="networkFee">network fee</Term>.{' '}
          <TextLink href="/how-it-works#lab">What a lab is</TextLink>
        </p>
      </div>
      <CreateLab />
    </div>
  );
}

import type { Metadata } from 'next';
import { CreateLab } from '#components/create-lab/create-lab.tsx';
import { TextLink } from '#components/ui/text-link.tsx';

export const metadata: Metadata = {
  title: 'New lab',
  description: 'Mint a lab onchain and open its data room.',
};

export default function NewLabPage() {
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6">
      <div>
        <h1 className="text-2xl">New lab</h1>
        <p className="text-ink2">
          A lab is an NFT with its own onchain account. After you mint and register it, its data room is open.{' '}
          <TextLink href="/how-it-works#lab">What a lab is</TextLink>
        </p>
      </div>
      <CreateLab />
    </div>
  );
}

import type { Metadata } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { publicDetails } from '#components/core/access/secrecy-note.tsx';
import { AccessDiagram } from '#components/how-it-works/access-diagram.tsx';
import { LabDiagram } from '#components/how-it-works/lab-diagram.tsx';
import { OperatorDiagram } from '#components/how-it-works/operator-diagram.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { TextLink } from '#components/ui/text-link.tsx';

export const metadata: Metadata = {
  title: 'How it works',
  description:
    'What a lab is and who owns it, who can open its files and who decides, and what the operator can see.',
  alternates: { canonical: '/how-it-works' },
};

export default function HowItWorksPage() {
  return (
    <div className="flex flex-col gap-12 sm:gap-16">
      <div className="max-w-[46rem] lg:pt-4">
        <h1 className="text-4xl">How it works</h1>
        <p className="mt-6 font-serif text-lede text-ink2">
          A lab is a research project with a data room. Its owner is recorded on a public blockchain, and so
          is who belongs to it. That record decides who can open a file.
        </p>
      </div>
      <Part id="lab" title="What a lab is, and who owns it" picture={<LabDiagram />}>
        <p>
          A lab is a single token on the chain, an NFT. The wallet that holds it is the owner; a wallet is a
          pair of keys in an app or a browser extension. Several people can own a lab together through a
          shared wallet (a Safe). Selling the token hands over the lab with everything in it.
        </p>
        <p>
          The lab has an account of its own, which holds what the lab owns. It can have members: a contributor
          reads and uploads, a viewer reads, and each role can end on a date. A lab can also issue a token of
          its own, so that holders become members under a written agreement.
        </p>
        <p>
          <TextLink href="/labs/new">New lab</TextLink>
        </p>
      </Part>
      <Part id="access" title="Who can open what, and who decides" picture={<AccessDiagram />}>
        <p>
          The author of a file decides who opens it: everyone, holders of the lab’s token, or only the team.
          Public files need no account. Other files are encrypted in the author’s browser before they are
          uploaded.
        </p>
        <p>
          To open one, a reader signs in with a wallet. The service asks the chain at that moment whether the
          wallet meets the file’s conditions, and releases the key only if it does. If the chain cannot be
          read, the file stays closed. A file that is closed to you says which condition is missing and who
          can change that.
        </p>
        <p>
          Every version keeps its hash, a fingerprint of its bytes.{' '}
          <TextLink href="/verify">Verify a file</TextLink> to find out which lab it comes from and whether it
          was changed.
        </p>
      </Part>
      <Part id="operator" title="What the operator can and cannot see" picture={<OperatorDiagram />}>
        <p>
          Only the content of a file is encrypted. Everyone can read the rest, the operator of this service
          included: {publicDetails.charAt(0).toLowerCase() + publicDetails.slice(1)}
        </p>
        <p>
          The service makes the key of each file and keeps it wrapped in another key. It sees no plaintext,
          and records each time it releases or refuses a key for the owner of the lab. Its operator could
          still release a key to itself, so you trust the operator not to look. Ownership and roles are
          recorded on the chain, not in the operator’s database. The administrators of the contracts can
          upgrade some of them, and every upgrade is public.
        </p>
        <p>
          <TextLink href="/verify/encryption">Check the encryption in this browser</TextLink>
        </p>
      </Part>
      <div className="flex flex-wrap gap-3">
        <Link href="/labs" prefetch={false} className={buttonClass('primary')}>
          Browse labs
        </Link>
        <Link href="/developers" prefetch={false} className={buttonClass()}>
          Read the developer pages
        </Link>
      </div>
    </div>
  );
}

interface PartProps {
  id: string;
  title: string;
  picture: ReactNode;
  children: ReactNode;
}

function Part({ id, title, picture, children }: PartProps) {
  return (
    <section id={id} className="grid scroll-mt-4 gap-x-16 gap-y-6 border-t border-ink pt-4 lg:grid-cols-2">
      <div>
        <h2 className="mb-5 text-2xl">{title}</h2>
        <div className="flex max-w-[36em] flex-col gap-3.5 font-serif text-prose">{children}</div>
      </div>
      <div className="w-full max-w-[32rem] lg:justify-self-end lg:pt-2">{picture}</div>
    </section>
  );
}

import { Name } from '#components/ui/name.tsx';
import { Term } from '#components/ui/term.tsx';
import type { LabOfToken } from './lab-of-token.ts';

/** Explains lab tokens on the page of a lab without one. */
export function NoToken({ lab }: { lab: LabOfToken }) {
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-lg">
        <Name>{lab.name}</Name> has no token
      </h2>
      <div className="flex max-w-prose flex-col gap-2">
        <p>
          A lab can have one ERC-20 token, permanently. Token holders are members of the lab under a written
          agreement, and the lab can share files with them. The holder of the LabNFT accepts the agreement
          with a signature that everyone can verify.
        </p>
        <p className="text-sm text-ink2">
          This cannot be undone: the token, its symbol and its agreement stay with the lab, also after the lab
          is transferred. It costs only the <Term name="networkFee">network fee</Term>. The whole supply goes
          to the holder of the lab.
        </p>
      </div>
    </section>
  );
}

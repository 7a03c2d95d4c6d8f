import { visibleName } from '#lib/names/visible-name.ts';
import { LabBanner } from '../core/labs/lab-banner.tsx';
import type { LabOfToken } from './lab-of-token.ts';

/** The page of a token as its holders will see it, beside the steps that make it. */
export function HoldersWillSee({ lab }: { lab: LabOfToken }) {
  return (
    <figure className="min-w-0 border border-line bg-sheet max-lg:hidden">
      <figcaption className="border-b border-line px-5 py-3 text-sm text-ink2">
        What holders will see
      </figcaption>
      <LabBanner oclId={lab.oclId} format="card" isBelow />
      <div className="flex flex-col gap-4 p-5">
        <p className="font-serif text-xl">
          <bdi>{visibleName(lab.name)}</bdi> · <span className="text-ink3">SYMBOL</span>
        </p>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">
          <dt className="text-ink2">Holders</dt>
          <dd className="tabular">everyone’s share of the supply, with the block at which it was counted</dd>
          <dt className="text-ink2">Files for holders</dt>
          <dd>which files a holder may open, and from which amount on</dd>
          <dt className="text-ink2">Agreement</dt>
          <dd>the text by which holders are members, with its hash</dd>
          <dt className="text-ink2">In a wallet</dt>
          <dd>“Lab Tokens of Lab #{lab.labId}” and the symbol: the contract names a new token so</dd>
        </dl>
      </div>
    </figure>
  );
}

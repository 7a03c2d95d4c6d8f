import type { Network } from '@labroom/contracts/networks';
import Link from 'next/link';
import { labTitle } from '#lib/api/lab-reference.ts';
import { explorerLink, labNftLink } from '#lib/wallet/explorer.ts';
import { LabBanner } from '../core/labs/lab-banner.tsx';
import { Address } from '../ui/address.tsx';
import { buttonClass } from '../ui/button.tsx';

interface UnregisteredLabProps {
  lab: { oclId: string; labNftTokenId: string; account: string };
  network: Network;
}

/** A lab that the chain has and that has no data room yet. */
export function UnregisteredLab({ lab, network }: UnregisteredLabProps) {
  const token = labNftLink(network, lab.labNftTokenId);
  return (
    <div className="flex flex-col items-start gap-6">
      <LabBanner oclId={lab.oclId} />
      <h1 className="text-3xl">{labTitle({ ...lab, name: null })}</h1>
      <div className="flex max-w-prose flex-col gap-3">
        <p>
          This lab is minted and not registered here. The chain has its token (NFT) and its account. It has no
          data room, members list or activity on this site until an owner registers it.
        </p>
        <p className="text-ink2">
          Account of the lab{' '}
          <Address value={lab.account} href={explorerLink(network, 'address', lab.account)} />
          {token && (
            <>
              {' '}
              ·{' '}
              <a
                href={token}
                target="_blank"
                rel="noreferrer"
                className="text-acc underline decoration-1 underline-offset-2 hover:text-ink"
              >
                LabNFT #{lab.labNftTokenId} in the explorer
              </a>
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Link href={`/labs/new?lab=${lab.oclId}`} className={buttonClass('primary')}>
          Register it as its owner
        </Link>
        <Link href="/labs" prefetch={false} className={buttonClass('secondary')}>
          All labs
        </Link>
      </div>
    </div>
  );
}

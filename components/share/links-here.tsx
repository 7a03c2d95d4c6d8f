'use client';
import { filesSubject } from '@labroom/protocol/files-subject';
import { useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { useRead } from '#lib/reading/use-read.ts';
import { explainListFailure } from '#lib/share/explain-list-failure.ts';
import { forgetLink, type KeptLink, readKeptLinks } from '#lib/share/kept-links.ts';
import { timesUsed } from '#lib/share/make-link.ts';
import { sendTransaction, waitUntilMined } from '#lib/wallet/run-transaction.ts';
import { cancelLink } from '#lib/wallet/transactions/redeem-link.ts';
import { useDataRoom } from '../core/data-room/data-room-context.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { notify } from '../ui/message.ts';
import { Time } from '../ui/time.tsx';

interface LinksHereProps {
  wallet: `0x${string}`;
  /** DIDs of the files that the links open. */
  refs: readonly string[];
}

/** The links to these files that the wallet made in this browser, each with the button that ends it. */
export function LinksHere({ wallet, refs }: LinksHereProps) {
  const { lab, network } = useDataRoom();
  const config = usePublicConfig();
  const [all, setAll] = useState(() => readKeptLinks(wallet));
  const subject = filesSubject(refs);
  const links = all.filter(({ claim }) => claim.subject === subject && claim.oclId === lab.oclId);
  const keys = links.map(({ claim }) => claim.key);
  const used = useRead({
    key: ['share-links', lab.oclId, ...keys],
    read: () => Promise.all(links.map(({ claim }) => timesUsed(claim, config))),
    pause: links.length === 0,
  });
  const { run, isRunning, failure } = useAction(async ({ claim }: KeptLink) => {
    const { accessList } = network.contracts;
    if (!accessList) return;
    const transaction = cancelLink({ accessList, lab, claim });
    const hash = await sendTransaction(transaction, wallet, config, () => undefined);
    await waitUntilMined(hash, config);
    forgetLink(wallet, claim);
    setAll(readKeptLinks(wallet));
    notify('success', 'The link is ended. What it opened before stays open until it is taken back.');
  }, explainListFailure);
  if (links.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 text-sm font-medium">Links made in this browser</h3>
      <ul className="divide-y divide-line border-y border-line text-sm">
        {links.map((link, index) => {
          const { key, uses, deadline } = link.claim;
          const times = used.data?.[index];
          return (
            <li key={key} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
              <span className="min-w-0 flex-1">
                Of <Time value={link.madeAt} style="date" />,{' '}
                {times === undefined ? `for ${uses}` : `used by ${times} of ${uses}`}, until{' '}
                <Time value={new Date(deadline * 1000).toISOString()} style="date" />
              </span>
              <Button size="sm" busy={isRunning} onClick={() => void run(link)}>
                End the link
              </Button>
            </li>
          );
        })}
      </ul>
      <FailureNotice failure={failure} />
    </section>
  );
}

'use client';
import { useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { visibleLine } from '#lib/names/visible-name.ts';
import { useRead } from '#lib/reading/use-read.ts';
import { explainListFailure } from '#lib/share/explain-list-failure.ts';
import { letReadStages } from '#lib/share/let-read.ts';
import { redemptionOf, requireUsable } from '#lib/share/make-link.ts';
import { shareLinkOf, whyOf } from '#lib/share/share-link.ts';
import { sendTransaction, waitUntilMined } from '#lib/wallet/run-transaction.ts';
import { redeemLink } from '#lib/wallet/transactions/redeem-link.ts';
import { useDataRoom } from '../core/data-room/data-room-context.tsx';
import { Person } from '../core/people/person.tsx';
import { NetworkBanner } from '../core/wallet/network-banner.tsx';
import { SignInPrompt } from '../core/wallet/sign-in-prompt.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { notify } from '../ui/message.ts';
import { Notice } from '../ui/notice.tsx';
import { Loading } from '../ui/skeleton.tsx';
import { Time } from '../ui/time.tsx';

interface ArrivingLinkProps {
  /** Fragment of the address of the page. */
  fragment: string;
  /** The reader can open more than before. */
  onUsed: () => void;
}

/** Somebody came by a link that opens files: who signed it, and the button that uses it. */
export function ArrivingLink({ fragment, onUsed }: ArrivingLinkProps) {
  const { lab, me, network } = useDataRoom();
  const config = usePublicConfig();
  const [link] = useState(() => shareLinkOf(fragment));
  const [stage, setStage] = useState<string>(letReadStages.checking);
  const { accessList } = network.contracts;
  const isOfLab = link?.claim.oclId === lab.oclId;
  const check = useRead({
    key: ['share-link', link?.signature ?? ''],
    read: async () => link && requireUsable(link, config),
    pause: !isOfLab,
    explain: explainListFailure,
  });
  const using = useAction(async (reader: `0x${string}`) => {
    if (!link || !accessList) return;
    setStage(letReadStages.checking);
    const transaction = redeemLink({
      accessList,
      lab,
      redemption: await redemptionOf(link, reader, config),
    });
    const hash = await sendTransaction(transaction, reader, config, (now) =>
      setStage(letReadStages[now.stage]),
    );
    await waitUntilMined(hash, config);
    notify('success', 'The link is used. Its files open for this wallet from this block on.');
    onUsed();
  }, explainListFailure);
  const why = visibleLine(whyOf(fragment));
  const says = why && (
    <p>
      The link says: <q dir="auto">{why}</q>
    </p>
  );
  if (link === null) return says && <Notice>{says}</Notice>;
  if (link === undefined || !isOfLab) {
    return (
      <Notice kind="warning">
        The link is incomplete, or of another lab: its part after the # cannot be read. Copy the whole link
        and open it again.
      </Notice>
    );
  }
  if (check.failure) return <FailureNotice failure={check.failure} />;
  // Who signed it is said only once the chain has said that the signature is theirs.
  if (!check.data) return <Loading label="Asking the chain about this link" className="mb-4 h-16" />;
  const { writer, expiry } = link.claim;
  const { identity } = me;
  return (
    <section aria-label="A link to files" className="flex flex-col gap-2 pb-4">
      <Notice
        action={
          identity.kind === 'signed-in' && (
            <Button
              variant="primary"
              busy={using.isRunning}
              disabled={!accessList}
              onClick={() => void using.run(identity.address)}
            >
              {using.isRunning ? stage : 'Use the link'}
            </Button>
          )
        }
      >
        <p className="font-medium">
          <Person value={writer} /> lets you open files of this lab
          {expiry > 0 && (
            <>
              , until <Time value={new Date(expiry * 1000).toISOString()} style="date" />
            </>
          )}
          .
        </p>
        {says}
        <p className="text-ink2">
          Using it puts your wallet on the public list of these files, by one transaction, which you pay for.
        </p>
      </Notice>
      {identity.kind === 'signed-in' ? <NetworkBanner /> : <SignInPrompt purpose="to use the link" />}
      <FailureNotice failure={using.failure} />
    </section>
  );
}

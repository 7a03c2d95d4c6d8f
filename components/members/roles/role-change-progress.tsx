'use client';
import type { ComponentType } from 'react';
import { useNetwork } from '#lib/config/public-config.tsx';
import { explorerLink } from '#lib/wallet/explorer.ts';
import { Person } from '../../core/people/person.tsx';
import { Address } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Steps } from '../../ui/steps.tsx';
import { type RoleChange, stepsOf } from './role-change.ts';

/** Offers to renew the keys of a lab's files after a wallet, or everyone, lost a role. */
export type RenewKeysPart = ComponentType<{ lab: { oclId: string; name: string }; former?: string }>;

interface RoleChangeProgressProps {
  lab: { oclId: string; name: string };
  RenewKeys: RenewKeysPart;
  change: RoleChange;
  onClose: () => void;
}

/** Progress of a sent transaction until it takes effect. */
export function RoleChangeProgress({ lab, RenewKeys, change, onClose }: RoleChangeProgressProps) {
  const network = useNetwork();
  const { goal } = change;
  const over = change.stage === 'effective' || change.failure !== undefined;
  return (
    <section
      aria-label={change.title}
      className="flex flex-col gap-4 rounded border border-line bg-sheet p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg">{change.title}</h2>
        {over && (
          <Button size="sm" variant="quiet" onClick={onClose}>
            Close
          </Button>
        )}
      </div>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink2">
        {'everyone' in goal ? (
          <span>For all members with a granted role</span>
        ) : (
          <>
            For <Person value={goal.account} />
          </>
        )}
        {change.hash && (
          <>
            in transaction <Address value={change.hash} href={explorerLink(network, 'tx', change.hash)} />
          </>
        )}
      </p>
      <Steps label="Progress of the transaction" steps={stepsOf(change)} />
      {change.stage === 'effective' && 'everyone' in goal && <RenewKeys lab={lab} />}
      {change.stage === 'effective' && 'account' in goal && goal.role === null && (
        <>
          <p>
            It can no longer upload, announce or change anything in this lab, and gets no keys of files for
            the team. It can still read what is public, and open files whose conditions it meets by other
            means, such as tokens.
          </p>
          <RenewKeys lab={lab} former={goal.account} />
        </>
      )}
      <FailureNotice failure={change.failure} />
    </section>
  );
}

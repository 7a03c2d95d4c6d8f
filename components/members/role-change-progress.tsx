import type { Network } from '#contracts/networks.ts';
import { explorerLink } from '#lib/wallet/explorer.ts';
import { Person } from '../marks/person.tsx';
import { Address } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Steps } from '../ui/steps.tsx';
import { type RoleChange, stepsOf } from './role-change.ts';

interface RoleChangeProgressProps {
  change: RoleChange;
  network: Network;
  onClose: () => void;
}

/** Progress of a sent transaction until it takes effect. */
export function RoleChangeProgress({ change, network, onClose }: RoleChangeProgressProps) {
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
        For <Person value={change.goal.account} />
        {change.hash && (
          <>
            in transaction <Address value={change.hash} href={explorerLink(network, 'tx', change.hash)} />
          </>
        )}
      </p>
      <Steps label="Progress of the transaction" steps={stepsOf(change)} />
      {change.failure && (
        <ErrorState title={change.failure.title} requestId={change.failure.requestId}>
          {change.failure.advice}
        </ErrorState>
      )}
    </section>
  );
}

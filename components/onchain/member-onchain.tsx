import type { Network } from '@labroom/contracts/networks';
import { labPath } from '#lib/api/lab-reference.ts';
import { withParams } from '#lib/urls/search-params.ts';
import type { OnChainEvent } from '../core/onchain/describe-event.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { OnChainFeed } from './onchain-feed.tsx';

interface MemberOnChainProps {
  lab: { oclId: string; shortname: string };
  wallet: string;
  /** Events of the wallet in all labs, newest first. */
  events: readonly OnChainEvent[];
  /** Cursor of the next page of them. */
  older: string | undefined;
  isFirst: boolean;
  network: Network;
}

/** Events of the chain that name a wallet or that it sent, as far as they name the lab. */
export function MemberOnChain({ lab, wallet, events, older, isFirst, network }: MemberOnChainProps) {
  const shown = events.filter(({ args }) => namesLab(args, lab.oclId));
  const hrefOf = (before?: string) =>
    withParams(labPath(lab.shortname, 'members', [wallet]), { show: 'onchain', before });
  return (
    <div className="flex flex-col gap-6">
      {shown.length === 0 && (
        <EmptyState
          title={older || !isFirst ? 'None here is about this lab.' : 'No onchain activity in this lab.'}
        >
          Roles, mints and identifiers (DIDs) appear here shortly after their blocks.
        </EmptyState>
      )}
      <OnChainFeed
        events={shown}
        network={network}
        newest={isFirst ? undefined : hrefOf()}
        older={older && hrefOf(older)}
      />
      <p className="text-sm text-ink2">
        <TextLink href={withParams('/activity', { show: 'onchain', wallet })}>
          All onchain activity of this wallet
        </TextLink>
        , with transfers of tokens
      </p>
    </div>
  );
}

const namesLab = (args: unknown, oclId: string) =>
  typeof args === 'object' && args !== null && 'oclId' in args && args.oclId === oclId;

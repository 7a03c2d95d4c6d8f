import type { LabSpendingQuery } from '@labroom/client/documents';
import type { Network } from '@labroom/contracts/networks';
import { formatUnits } from 'viem';
import { Address } from '../../ui/address.tsx';
import { Definition, DefinitionList } from '../../ui/definition-list.tsx';

interface MemberSpendingProps {
  spending: LabSpendingQuery['labSpending'];
  network: Network;
}

/** What a wallet paid at the gateway for calls on one lab. */
export function MemberSpending({ spending, network }: MemberSpendingProps) {
  return (
    <div className="flex flex-col gap-4 text-sm">
      {spending.length === 0 && <p>It has paid for no call on this lab.</p>}
      {spending.map(({ asset, today, last30Days, all, pending }) => {
        const isKnown = asset === network.contracts.usdc.toLowerCase();
        const amountOf = ({ amount, calls }: typeof all) => {
          const money = isKnown ? `${formatUnits(BigInt(amount), network.stablecoin.decimals)} USDC` : amount;
          return `${money}, ${calls} ${calls === 1 ? 'call' : 'calls'}`;
        };
        return (
          <DefinitionList key={asset}>
            {!isKnown && (
              <Definition term="In the smallest unit of">
                <Address value={asset} />
              </Definition>
            )}
            <Definition term="Today (UTC)">{amountOf(today)}</Definition>
            <Definition term="Last 30 days">{amountOf(last30Days)}</Definition>
            <Definition term="In total">{amountOf(all)}</Definition>
            {pending.calls > 0 && <Definition term="Not final yet">{amountOf(pending)}</Definition>}
          </DefinitionList>
        );
      })}
      <p className="text-ink2">
        Paid calls on this lab. Keys to encrypt with name no lab and are not counted. Owners see this.
      </p>
    </div>
  );
}

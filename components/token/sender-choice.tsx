import { formatAmount } from '@labroom/protocol/token-amount';
import { visibleName } from '#lib/names/visible-name.ts';
import type { Sender } from '#lib/tokenize/read-senders.ts';

interface SenderChoiceProps {
  senders: readonly Sender[];
  chosen: Sender;
  decimals: number;
  symbol: string;
  onChange: (sender: Sender) => void;
}

/** Whose tokens are sent, with the balance. */
export function SenderChoice({ senders, chosen, decimals, symbol, onChange }: SenderChoiceProps) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">From</legend>
      {senders.map((sender) => (
        <label key={sender.address} className="flex min-h-8 items-center gap-3 touch:min-h-10">
          <input
            type="radio"
            name="sender"
            checked={sender.address === chosen.address}
            onChange={() => onChange(sender)}
            className="size-4 shrink-0 accent-acc"
          />
          <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4">
            {sender.isAccount ? 'Lab account' : 'Your wallet'}
            <span className="tabular break-all text-ink2">
              {formatAmount(sender.balance, decimals)} <bdi>{visibleName(symbol)}</bdi>
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

import type { ReactNode } from 'react';
import { visibleName } from '#lib/names/visible-name.ts';

interface TokenHeadingProps {
  symbol: string;
  lede: ReactNode;
  numbers: readonly { value: string; label: string }[];
  actions?: ReactNode;
}

/** The token's symbol, what it is for, and its numbers. */
export function TokenHeading({ symbol, lede, numbers, actions }: TokenHeadingProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-12 gap-y-6">
      <div className="flex min-w-0 flex-col gap-4">
        <h2 className="text-3xl break-all max-sm:text-2xl">
          <bdi>{visibleName(symbol || 'Unnamed token')}</bdi>
        </h2>
        <p className="max-w-[32em] font-serif text-lede">{lede}</p>
        {actions}
      </div>
      {numbers.length > 0 && (
        <dl className="flex flex-wrap gap-x-10 gap-y-4 border-t border-ink pt-3 max-sm:w-full">
          {numbers.map(({ value, label }) => (
            <div key={label} className="flex min-w-0 flex-col-reverse">
              <dt className="text-sm text-ink2">{label}</dt>
              <dd className="numeral max-w-full break-all">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </header>
  );
}

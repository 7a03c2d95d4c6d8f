import type { TransactionDescription } from '#lib/wallet/transactions/transaction.ts';

/** Describes a transaction before it is signed. */
export function TransactionSummary({ title, effect, facts }: TransactionDescription) {
  return (
    <section aria-label="What you sign" className="rounded bg-wash p-4 text-sm">
      <p className="font-medium">{title}</p>
      <p className="mt-1">{effect}</p>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {facts.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="text-ink2">{label}</dt>
            <dd className={/^0x/.test(value) ? 'font-mono break-all' : ''}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

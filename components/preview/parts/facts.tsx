/** Short facts in one row that wraps. Facts without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [term: string, value: string | null])[] }) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
      {facts.map(
        ([term, value]) =>
          value !== null && (
            <div key={term} className="min-w-0">
              <dt className="text-ink2">{term}</dt>
              <dd className="tabular break-words">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

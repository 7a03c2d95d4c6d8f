import type { StatisticsQuery } from '#packages/client/documents.generated.ts';
import { formatBytes } from '../ui/byte-size.tsx';

/** Totals over all labs. Numbers that are still zero are left out. */
export function LabroomNumbers({ statistics }: { statistics: StatisticsQuery['statistics'] }) {
  const { labs, labsWithToken, files, storedBytes, keysReleased } = statistics;
  const numbers = [
    { count: labs, shown: grouped(labs), label: labs === 1 ? 'lab' : 'labs' },
    { count: files, shown: grouped(files), label: files === 1 ? 'file' : 'files, each with its versions' },
    { count: Number(storedBytes), shown: formatBytes(storedBytes), label: 'stored' },
    { count: keysReleased, shown: grouped(keysReleased), label: 'keys of encrypted files released' },
    {
      count: labsWithToken,
      shown: grouped(labsWithToken),
      label: labsWithToken === 1 ? 'lab with a token' : 'labs with a token',
    },
  ].filter(({ count }) => count > 0);
  if (numbers.length === 0) return null;
  return (
    <dl className="grid grid-cols-2 gap-y-6 border-t border-ink pt-3 sm:flex" aria-label="Labroom in numbers">
      {numbers.map(({ shown, label }) => (
        <div key={label} className="flex flex-1 flex-col-reverse justify-end pr-4">
          <dt className="mt-1 text-sm text-ink2">{label}</dt>
          <dd className="numeral">{shown}</dd>
        </div>
      ))}
    </dl>
  );
}

const grouped = (count: number) => count.toLocaleString('en');

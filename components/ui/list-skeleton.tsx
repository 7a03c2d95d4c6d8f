import { Loading, Skeleton } from './skeleton.tsx';

const sizes = {
  sm: {
    heading: 'w-48',
    row: 'py-3',
    icon: 'mt-1 size-4',
    lines: 'gap-1',
    lineSizes: ['h-5 w-2/3', 'h-5 w-24'],
  },
  md: {
    heading: 'w-32',
    row: 'py-4',
    icon: 'mt-0.5 size-5',
    lines: 'gap-2',
    lineSizes: ['h-6 w-1/2', 'h-5 w-5/6'],
  },
};
const rows = ['a', 'b', 'c', 'd', 'e'];

interface ListSkeletonProps {
  /** What is loading, for screen readers. */
  label: string;
  size?: keyof typeof sizes;
}

/** Placeholder for a list with a heading, whose rows have an icon and two lines. */
export function ListSkeleton({ label, size = 'sm' }: ListSkeletonProps) {
  const { heading, row: rowClass, icon, lines, lineSizes } = sizes[size];
  return (
    <Loading label={label}>
      <Skeleton className={`mb-2 h-5 ${heading}`} />
      <div className="divide-y divide-line border-b border-line">
        {rows.map((row) => (
          <div key={row} className={`flex gap-3 ${rowClass}`}>
            <Skeleton className={icon} />
            <div className={`flex flex-1 flex-col ${lines}`}>
              {lineSizes.map((line) => (
                <Skeleton key={line} className={line} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}

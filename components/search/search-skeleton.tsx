import { Loading, Skeleton } from '../ui/skeleton.tsx';

const rows = ['a', 'b', 'c', 'd', 'e'];

/** Placeholder for the results. */
export function SearchSkeleton() {
  return (
    <Loading label="Searching">
      <Skeleton className="mb-2 h-5 w-32" />
      <div className="divide-y divide-line border-b border-line">
        {rows.map((row) => (
          <div key={row} className="flex gap-3 py-4">
            <Skeleton className="mt-0.5 size-5" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-6 w-1/2" />
              <Skeleton className="h-5 w-5/6" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}

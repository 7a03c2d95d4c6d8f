import { Loading, Skeleton } from '../ui/skeleton.tsx';

const rows = ['a', 'b', 'c', 'd', 'e'];

/** Placeholder for one day of the feed. */
export function ActivitySkeleton() {
  return (
    <Loading label="Loading the activity">
      <Skeleton className="mb-2 h-5 w-48" />
      <div className="divide-y divide-line border-b border-line">
        {rows.map((row) => (
          <div key={row} className="flex gap-3 py-3">
            <Skeleton className="mt-1 size-4" />
            <div className="flex flex-1 flex-col gap-1">
              <Skeleton className="h-5 w-2/3" />
              <Skeleton className="h-5 w-24" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}

import { Loading, Skeleton } from '../ui/skeleton.tsx';

export function InboxSkeleton() {
  return (
    <Loading label="Loading the inbox">
      <div className="flex flex-col gap-3">
        <Skeleton className="h-8 w-48" />
        {['first', 'second', 'third', 'fourth'].map((row) => (
          <Skeleton key={row} className="h-14" />
        ))}
      </div>
    </Loading>
  );
}

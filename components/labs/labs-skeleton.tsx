import { Loading, Skeleton } from '../ui/skeleton.tsx';

const places = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Placeholder for the grid of labs. */
export function LabsSkeleton() {
  return (
    <Loading label="Loading the labs">
      <div className="grid grid-cols-1 gap-x-6 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {places.map((place) => (
          <div key={place} className="flex h-44 flex-col gap-4 border-t border-line pt-4">
            <div className="flex gap-4">
              <Skeleton className="size-12" />
              <div className="flex flex-1 flex-col gap-2">
                <Skeleton className="h-6 w-3/4" />
                <Skeleton className="h-4 w-1/2" />
              </div>
            </div>
            <Skeleton className="h-8 w-full" />
            <Skeleton className="mt-auto h-4 w-full" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

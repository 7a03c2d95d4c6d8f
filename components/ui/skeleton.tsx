import { classNames } from './class-names.ts';

/** A grey place for what is still loading; give it the size of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames('block animate-pulse rounded bg-line', className)} />;
}

/** Wraps skeletons and tells screen readers what is loading. */
export function Loading({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}

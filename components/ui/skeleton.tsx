import { classNames } from './class-names.ts';

/** Gray placeholder for loading content. Give it the size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames('block animate-pulse rounded bg-press', className)} />;
}

/** Wraps skeletons and announces what is loading to screen readers. */
export function Loading({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Gray placeholder for loading content. Give it the size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames('block animate-pulse rounded bg-press', className)} />;
}

interface LoadingProps {
  label: string;
  /** Size of the only skeleton, if there are no children. */
  className?: string;
  children?: ReactNode;
}

/** Wraps skeletons and announces what is loading to screen readers. */
export function Loading({
  label,
  className = '',
  children = <Skeleton className={className} />,
}: LoadingProps) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}

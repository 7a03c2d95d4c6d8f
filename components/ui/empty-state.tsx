import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface EmptyStateProps {
  title: string;
  /** `h1` if nothing else is on the page. */
  heading?: 'p' | 'h1' | 'h2';
  /** Why it is empty and how to change that. */
  children?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ title, heading: Heading = 'p', children, icon, action }: EmptyStateProps) {
  const isPage = Heading === 'h1';
  return (
    <div
      className={classNames(
        'flex flex-col items-start gap-2',
        isPage ? 'py-10' : 'border-t border-line py-6',
      )}
    >
      {' '}
      {icon && <span className="text-ink3 [&_svg]:size-6">{icon}</span>}
      <Heading className={classNames('font-serif', isPage ? 'text-2xl' : 'text-lg')}>{title}</Heading>
      {children && <div className="max-w-prose text-ink2">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap gap-2">{action}</div>}
    </div>
  );
}

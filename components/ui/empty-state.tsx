import type { ReactNode } from 'react';

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
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line px-6 py-12 text-center">
      {icon && <span className="text-muted [&_svg]:size-6">{icon}</span>}
      <Heading className="text-base font-medium">{title}</Heading>
      {children && <div className="max-w-prose text-sm text-muted">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

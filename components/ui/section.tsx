import type { ReactNode } from 'react';

interface SectionProps {
  title: string;
  /** Shown beside the title, e.g. a link to the full list. */
  action?: ReactNode;
  children: ReactNode;
}

/** A section of a page with its heading. */
export function Section({ title, action, children }: SectionProps) {
  return (
    <section className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-t border-ink pt-3">
        <h2 className="text-xl">{title}</h2>
        {action && <div className="text-sm">{action}</div>}
      </div>
      {children}
    </section>
  );
}

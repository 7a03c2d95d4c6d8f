import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface SectionProps {
  title: string;
  /** Shown beside the title, e.g. a link to the full list. */
  action?: ReactNode;
  /** Below the first screen: the browser lays it out when it comes near. */
  deferred?: boolean;
  children: ReactNode;
}

/** A section of a page with its heading. */
export function Section({ title, action, deferred = false, children }: SectionProps) {
  return (
    <section
      className={classNames(
        'flex min-w-0 flex-col gap-4',
        // The margin leaves room for the outline of what has the focus.
        deferred &&
          '[contain-intrinsic-height:auto_32rem] [content-visibility:auto] [overflow-clip-margin:0.5rem]',
      )}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-t border-ink pt-3">
        <h2 className="text-xl">{title}</h2>
        {action && <div className="text-sm">{action}</div>}
      </div>
      {children}
    </section>
  );
}

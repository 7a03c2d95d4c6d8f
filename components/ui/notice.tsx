import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const kinds = {
  info: { icon: Info, className: 'bg-accent-soft', iconClassName: 'text-accent' },
  success: { icon: CircleCheck, className: 'bg-success-soft', iconClassName: 'text-success' },
  warning: { icon: TriangleAlert, className: 'bg-warning-soft', iconClassName: 'text-warning' },
} as const;

interface NoticeProps {
  kind?: keyof typeof kinds;
  children: ReactNode;
  action?: ReactNode;
}

/** A message that stays on the page. For temporary messages use a toast. */
export function Notice({ kind = 'info', children, action }: NoticeProps) {
  const { icon: Icon, className, iconClassName } = kinds[kind];
  return (
    <div className={classNames('flex flex-wrap items-center gap-3 rounded-lg p-4 text-sm', className)}>
      <Icon aria-hidden className={classNames('size-5 shrink-0 self-start', iconClassName)} />
      <div className="min-w-0 flex-1 basis-48">{children}</div>
      {action}
    </div>
  );
}

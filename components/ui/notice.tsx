import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const kinds = {
  info: { icon: Info, className: 'border-acc', iconClassName: 'text-acc' },
  success: { icon: CircleCheck, className: 'border-good', iconClassName: 'text-good' },
  warning: { icon: TriangleAlert, className: 'border-warn', iconClassName: 'text-warn' },
} as const;

interface NoticeProps {
  kind?: keyof typeof kinds;
  children: ReactNode;
  action?: ReactNode;
}

/** A notice that stays on the page. For temporary messages use `notify`. */
export function Notice({ kind = 'info', children, action }: NoticeProps) {
  const { icon: Icon, className, iconClassName } = kinds[kind];
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center gap-3 border-l-3 bg-wash px-4 py-3 text-sm',
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-48 gap-3">
        <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', iconClassName)} />
        <div className="min-w-0 flex-1">{children}</div>
      </div>
      {action}
    </div>
  );
}

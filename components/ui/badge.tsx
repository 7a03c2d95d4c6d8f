import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type BadgeTone = 'neutral' | 'acc' | 'good' | 'warn' | 'bad';

const tones: Record<BadgeTone, string> = {
  neutral: 'text-ink2',
  acc: 'text-acc',
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
};

interface BadgeProps {
  tone?: BadgeTone;
  /** Decorative only: the text must have the same meaning. */
  icon?: ReactNode;
  children: ReactNode;
}

export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-6 items-center gap-1.5 text-sm whitespace-nowrap [&_svg]:size-3.5',
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}

import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { inputClass } from './input.tsx';

/** The native select, styled. */
export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  return (
    <span className={classNames('relative inline-block', className)}>
      <select {...props} className={classNames(inputClass, 'h-10 appearance-none truncate pr-10')}>
        {children}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-3 right-3 size-4 text-ink2" />
    </span>
  );
}

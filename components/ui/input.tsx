import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export const inputClass = classNames(
  'w-full rounded border border-edge bg-sheet px-3 text-base text-ink placeholder:text-ink3',
  'disabled:cursor-not-allowed disabled:bg-wash disabled:text-ink2 aria-invalid:border-bad',
);

/** Single-line text input. Needs a `Field` or an `aria-label`. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input {...props} className={classNames(inputClass, 'h-10', className)} />;
}

/** Multi-line text input. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea rows={4} {...props} className={classNames(inputClass, 'py-2', className)} />;
}

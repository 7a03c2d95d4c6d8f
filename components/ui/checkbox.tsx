'use client';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from './class-names.ts';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  /** Some but not all of the represented items are selected. */
  indeterminate?: boolean;
  /** Without a label, set `aria-label`. */
  label?: ReactNode;
  hint?: ReactNode;
}

export function Checkbox({ indeterminate = false, label, hint, className, ...props }: CheckboxProps) {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);

  const input = (
    <input
      id={id}
      {...props}
      ref={box}
      type="checkbox"
      className={classNames('size-4 shrink-0 accent-acc', className)}
    />
  );
  if (!label) return input;
  return (
    <div className="flex items-start gap-2 text-sm">
      <span className="flex h-5 items-center">{input}</span>
      <label htmlFor={props.id ?? id}>
        {label}
        {hint && <span className="block text-ink2">{hint}</span>}
      </label>
    </div>
  );
}

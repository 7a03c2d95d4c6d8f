import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'md' | 'sm' | 'icon';

const variants: Record<ButtonVariant, string> = {
  primary: 'border border-ink bg-ink text-paper hover:opacity-90',
  secondary: 'border border-edge text-ink hover:border-ink',
  quiet: 'text-ink2 hover:bg-wash hover:text-ink',
  danger: 'border border-bad bg-bad text-paper hover:opacity-90',
};

const sizes: Record<ButtonSize, string> = {
  md: 'h-10 px-5',
  sm: 'h-8 px-3 touch:h-10',
  icon: 'size-8 touch:size-10',
};

/** Classes of a button, for links that look like one. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md'): string {
  return classNames(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded text-sm font-semibold whitespace-nowrap',
    'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50',
    variants[variant],
    sizes[size],
  );
}

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner and ignores clicks, but keeps the focus. */
  busy?: boolean;
}

/** `size="icon"` needs an `aria-label`. */
export function Button({ variant, size, busy = false, className, children, onClick, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classNames(buttonClass(variant, size), className)}
    >
      {busy && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
      {children}
    </button>
  );
}

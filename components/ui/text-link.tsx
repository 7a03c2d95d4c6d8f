import Link from 'next/link';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** A link within text. */
export function TextLink({ className, ...props }: ComponentProps<typeof Link>) {
  return (
    <Link
      prefetch={false}
      {...props}
      className={classNames(
        'text-accent underline decoration-1 underline-offset-2 hover:text-accent-strong',
        className,
      )}
    />
  );
}

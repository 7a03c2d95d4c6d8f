import Link from 'next/link';
import type { ComponentProps } from 'react';
import { visibleName } from '#lib/names/visible-name.ts';
import { classNames } from './class-names.ts';

export function TextLink({ className, title, ...props }: ComponentProps<typeof Link>) {
  return (
    <Link
      prefetch={false}
      {...props}
      title={title && visibleName(title)}
      className={classNames(
        'text-acc underline decoration-edge decoration-1 underline-offset-3 hover:decoration-current',
        className,
      )}
    />
  );
}

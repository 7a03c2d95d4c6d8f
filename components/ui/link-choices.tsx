import Link from 'next/link';
import { classNames } from './class-names.ts';

interface LinkChoicesProps {
  /** What the links choose, for screen readers. */
  label: string;
  choices: readonly { name: string; href: string; isChosen: boolean }[];
}

/** Links to the views of a list, each with its own URL. */
export function LinkChoices({ label, choices }: LinkChoicesProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1">
      {choices.map(({ name, href, isChosen }) => (
        <Link
          key={name}
          prefetch={false}
          href={href}
          aria-current={isChosen ? 'page' : undefined}
          className={classNames(
            'inline-flex h-8 items-center rounded px-3 text-sm max-sm:px-2 touch:h-10',
            isChosen ? 'bg-veil font-medium text-acc' : 'text-ink2 hover:bg-wash hover:text-ink',
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

import { nameParts } from '#lib/names/name-parts.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { classNames } from './class-names.ts';

interface NameProps {
  /** A name or path of somebody's choice, as it is stored. */
  children: string;
  className?: string | undefined;
}

/**
 * The name of a lab, folder or file within other text. It is isolated: a name that is written from right to left leaves the
 * order of the words around it alone.
 */
export function Name({ children, className }: NameProps) {
  return <bdi className={className}>{visibleName(children)}</bdi>;
}

/**
 * A name on one line. Where it has no room it is cut in the middle, so that its end stays, with the extension of a file. What
 * is read aloud and copied is the whole name.
 */
export function NameInRow({ children, className }: NameProps) {
  const name = visibleName(children);
  const [beginning, end] = nameParts(name);
  if (end === '') return <bdi className={classNames('block min-w-0 truncate', className)}>{name}</bdi>;
  return (
    <bdi className={classNames('relative flex min-w-0', className)}>
      <span className="absolute inset-0 overflow-hidden whitespace-pre text-transparent forced-color-adjust-none">
        {name}
      </span>
      <span aria-hidden className="truncate whitespace-pre! select-none">
        {beginning}
      </span>
      <span aria-hidden className="shrink-0 whitespace-pre select-none">
        {end}
      </span>
    </bdi>
  );
}

import { ExternalLink } from 'lucide-react';
import { classNames } from './class-names.ts';
import { CopyButton } from './copy-button.tsx';
import { reachClass } from './reach.ts';

/** Shortens a long hex value, e.g. `0x1234…cdef`. Too short to be mistaken for the full value. */
export function shortHex(hex: string): string {
  return hex.length <= 14 ? hex : `${hex.slice(0, 6)}…${hex.slice(-4)}`;
}

interface AddressProps {
  /** An address or another long hex value. */
  value: string;
  /** Shown instead of the value, e.g. "You". The value can still be copied and is shown on hover. */
  label?: string | undefined;
  /** Link to the value, e.g. at a block explorer. */
  href?: string | undefined;
  /** Shows the full value, wrapped if needed. */
  full?: boolean;
  /**
   * Shows its buttons in the place of the picture before it, while the `group/person` around it is pointed at or has the
   * focus. Touch devices show them always, after the address.
   */
  isQuiet?: boolean;
}

export function Address({ value, label, href, full = false, isQuiet = false }: AddressProps) {
  const name = label ? (
    <span title={value} className="whitespace-nowrap">
      {label}
    </span>
  ) : (
    <span
      title={value}
      className={full ? 'font-mono text-xs break-all' : 'font-mono text-xs whitespace-nowrap'}
    >
      {full ? value : shortHex(value)}
    </span>
  );
  return (
    <span className="relative inline-flex max-w-full items-center gap-1 align-middle">
      {isQuiet && href ? (
        <a
          href={href}
          target="_blank"
          rel="noreferrer"
          className={classNames('rounded hover:underline touch:py-2.5', reachClass)}
        >
          {name}
          <span className="sr-only"> at the block explorer</span>
        </a>
      ) : (
        name
      )}
      <span className={classNames('inline-flex items-center', isQuiet && quiet)}>
        <CopyButton text={value} label={`Copy ${shortHex(value)}`} />
        {href && !isQuiet && (
          <a
            href={href}
            target="_blank"
            rel="noreferrer"
            aria-label={`Look up ${shortHex(value)}`}
            className={classNames(
              'inline-flex size-6 items-center justify-center rounded text-ink2 hover:bg-wash hover:text-ink',
              reachClass,
            )}
          >
            <ExternalLink aria-hidden className="size-4" />
          </a>
        )}
      </span>
    </span>
  );
}

/** Over the picture before the address, so that the hidden buttons take no room and cover no text. */
const quiet =
  'absolute right-full z-10 mr-1.5 rounded bg-sheet opacity-0 group-focus-within/person:opacity-100 group-hover/person:opacity-100 touch:static touch:mr-0 touch:opacity-100';

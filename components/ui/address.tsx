import { ExternalLink } from 'lucide-react';
import { classNames } from './class-names.ts';
import { CopyButton } from './copy-button.tsx';
import { reachClass } from './reach.ts';
import { shortHex } from './short-hex.ts';

interface AddressProps {
  /** An address or another long hex value. */
  value: string;
  /** Shown instead of the value, e.g. "You". The value can still be copied and is shown on hover. */
  label?: string | undefined;
  /** Link to the value, e.g. at a block explorer. */
  href?: string | undefined;
  /** Shows the full value, wrapped if needed. */
  full?: boolean;
}

export function Address({ value, label, href, full = false }: AddressProps) {
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
      {name}
      <span className="inline-flex items-center">
        <CopyButton text={value} label={`Copy ${shortHex(value)}`} />
        {href && (
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

'use client';
import { Check, Copy, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { classNames } from './class-names.ts';
import { reachClass } from './reach.ts';

interface CopyButtonProps {
  /** The text, or a function called when copying. */
  text: string | (() => string);
  /** Accessible name, e.g. "Copy the address". */
  label: string;
  icon?: LucideIcon;
  className?: string;
}

/** Copies a text and confirms it for two seconds. */
export function CopyButton({ text, label, icon = Copy, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  const Icon = copied ? Check : icon;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() =>
        navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(() => setCopied(true))
      }
      className={classNames(
        'inline-flex size-6 shrink-0 items-center justify-center rounded text-ink2 hover:bg-wash hover:text-ink print:hidden',
        reachClass,
        className,
      )}
    >
      <Icon aria-hidden className={classNames('size-4', copied && 'text-good')} />
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </button>
  );
}

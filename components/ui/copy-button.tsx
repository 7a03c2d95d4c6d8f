'use client';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { classNames } from './class-names.ts';

interface CopyButtonProps {
  text: string;
  /** What is copied, e.g. "Copy the address". */
  label: string;
  className?: string;
}

/** Copies a text and says so for two seconds. */
export function CopyButton({ text, label, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => navigator.clipboard.writeText(text).then(() => setCopied(true))}
      className={classNames(
        'inline-flex size-6 shrink-0 items-center justify-center rounded text-muted hover:bg-sunken hover:text-ink print:hidden',
        className,
      )}
    >
      <Icon aria-hidden className={classNames('size-4', copied && 'text-success')} />
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </button>
  );
}

import type { Check } from '#lib/tokenize/check.ts';
import { CopyButton } from '../ui/copy-button.tsx';

/** The result of a check and the facts behind it. */
export function CheckDetail({ check: { result, says, facts, text } }: { check: Check }) {
  return (
    <div className="flex flex-col gap-2">
      <p className={result === 'fails' ? 'text-bad' : 'text-ink'}>
        {result === 'unknown' && 'Not checked. '}
        {says}
      </p>
      {facts.length > 0 && (
        <dl className="flex flex-col gap-2">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="flex min-w-0 items-start gap-1 text-ink">
                <bdi className={/^0x/.test(value) ? 'min-w-0 font-mono break-all' : 'min-w-0 break-words'}>
                  {value}
                </bdi>
                {/^0x/.test(value) && (
                  <CopyButton text={value} label={`Copy: ${label}`} className="-my-0.5" />
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {text && (
        <figure aria-label="Terms">
          <pre className="rounded border border-line bg-wash p-3 font-mono text-xs break-all whitespace-pre-wrap text-ink">
            {text}
          </pre>
        </figure>
      )}
    </div>
  );
}

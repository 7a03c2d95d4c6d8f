import type { Terms, TermsMismatchError } from '#lib/tokenize/terms.ts';
import { Address } from '../ui/address.tsx';

/** The terms, as read from the contract. */
export function TermsText({ terms, permissioner }: { terms: Terms; permissioner: string }) {
  return (
    <div className="flex flex-col gap-2">
      <Text label="Terms">{terms.text}</Text>
      <p>
        Identical to the text that the contract <Address value={permissioner} /> builds: all {terms.bytes}{' '}
        bytes were compared, read by your browser.
      </p>
    </div>
  );
}

/** Shows both texts if they differ. */
export function TermsMismatch({ difference }: { difference: TermsMismatchError }) {
  return (
    <div className="flex flex-col gap-2">
      <p>The service asks to sign:</p>
      <Text label="Terms of the service">{difference.fromService}</Text>
      <p>The contract checks:</p>
      <Text label="Terms of the contract">{difference.fromContract}</Text>
    </div>
  );
}

function Text({ label, children }: { label: string; children: string }) {
  return (
    <figure aria-label={label}>
      <pre className="rounded border border-line bg-wash p-3 font-mono text-xs break-all whitespace-pre-wrap text-ink">
        {children}
      </pre>
    </figure>
  );
}

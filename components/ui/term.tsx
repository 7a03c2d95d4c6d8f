import { type ReactNode, useId } from 'react';
import { type GlossaryTerm, glossary } from './glossary.ts';
import { TextLink } from './text-link.tsx';

interface TermProps {
  name: GlossaryTerm;
  /** The word as the sentence needs it. */
  children: ReactNode;
}

/**
 * A word with its explanation, which opens on a click, a tap or Enter and closes on Escape or outside. It is a popover
 * of the browser, so it works without a script. Not for dialogs: Escape would close the dialog too.
 */
export function Term({ name, children }: TermProps) {
  const id = useId();
  const entry = glossary[name];
  return (
    <>
      <button type="button" popoverTarget={id} className="term">
        {children}
      </button>
      <span id={id} popover="auto" className="term-meaning">
        {entry.meaning}
        {'more' in entry && (
          <>
            {' '}
            <TextLink href={entry.more.href}>{entry.more.label}</TextLink>
          </>
        )}
      </span>
    </>
  );
}

'use client';
import { Check, Circle } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useEffect, useState } from 'react';
import type { Draft } from '#lib/tokenize/draft.ts';
import { linkOfDraft } from '#lib/tokenize/draft-link.ts';
import type { Safe, Signatures } from '#lib/tokenize/safe.ts';
import { Person } from '../core/people/person.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Input } from '../ui/input.tsx';

interface SafeOwnersProps {
  safe: Safe;
  given: Signatures;
  /** Meaning of a tick, e.g. "has signed". */
  done: string;
}

/** The owners of a Safe and who of them has approved. */
export function SafeOwners({ safe, given, done }: SafeOwnersProps) {
  return (
    <ul aria-label="Owners of the Safe" className="flex flex-col gap-1 text-sm">
      {safe.owners.map((owner) => {
        const hasAgreed = owner.toLowerCase() in given;
        return (
          <li key={owner} className="flex flex-wrap items-center gap-x-2">
            {hasAgreed ? (
              <Check aria-hidden className="size-4 text-good" />
            ) : (
              <Circle aria-hidden className="size-4 text-ink2" />
            )}
            <Person value={owner} />
            <span className="text-ink2">{hasAgreed ? done : 'not yet'}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** Link that passes a draft to the next owner. */
export function ShareDraft({ draft }: { draft: Draft }) {
  const path = usePathname();
  const [link, setLink] = useState('');
  useEffect(() => setLink(linkOfDraft(new URL(path, window.location.origin).href, draft)), [path, draft]);
  return (
    <div className="flex w-full flex-col gap-1 text-sm">
      <p>
        Send this link to another owner. It carries the plan and the signatures so far; nothing in it is
        secret, and their browser checks all of it again. They can go on from there, or send you their link
        back.
      </p>
      <div className="flex items-center gap-2">
        <Input
          readOnly
          value={link}
          aria-label="Link for another owner"
          className="font-mono text-xs"
          onFocus={({ target }) => target.select()}
        />
        <CopyButton text={link} label="Copy the link" className="size-8" />
      </div>
    </div>
  );
}

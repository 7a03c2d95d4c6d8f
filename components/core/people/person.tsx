'use client';
import { useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { part } from '../../ui/part.tsx';
import { shortHex } from '../../ui/short-hex.ts';
import { Face } from './face.tsx';
import { useKnownAgents } from './people-provider.tsx';
import { usePerson } from './use-person.ts';

const PersonCard = part(async () => (await import('./person-card.tsx')).PersonCard);

interface PersonProps {
  /** Address of a wallet. */
  value: string;
  /** Without it, as the lab of the page calls the wallet. */
  isAgent?: boolean;
  /** Side of the picture in pixels. From 28 on, the address stands below the name. */
  size?: 20 | 28 | 40;
}

const kinds = {
  reader: ['', ''],
  label: ['', 'your label'],
  name: ['underline decoration-edge decoration-dotted underline-offset-4', 'unverified name'],
  resolved: ['', 'name on the chain'],
  address: ['font-mono text-xs', ''],
} as const;

/**
 * A person or an agent: the picture of the address, and the reader's label, a name or the address. A click shows who that
 * is, with the full address. A name that may be mistaken for another has its address beside it. Where there is room, a
 * self-given name has the resolved one below it.
 */
export function Person({ value, isAgent: isStated, size = 20 }: PersonProps) {
  const person = usePerson(value);
  const isKnown = useKnownAgents().includes(person.address);
  const isAgent = isStated ?? isKnown;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { kind, text, name, isAmbiguous } = person;
  const [style, note] = kinds[kind];
  const isLarge = size > 20;
  const isNamed = kind === 'name' || kind === 'resolved';
  const below = kind === 'name' && !isAmbiguous ? name?.resolvedName : null;
  const beside = kind === 'label' ? note : isNamed && (isLarge || isAmbiguous) && (below ?? shortHex(value));
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-2 align-middle">
      <Face address={value} isAgent={isAgent} picture={name?.picture} size={size} />
      <span className={classNames('flex min-w-0', isLarge ? 'flex-col items-start' : 'items-center gap-2')}>
        <button
          ref={button}
          type="button"
          title={value}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className={classNames('max-w-64 min-w-0 rounded text-left hover:underline touch:py-3', style)}
        >
          <bdi className="block truncate">{text}</bdi>
          {note && <span className="sr-only"> ({note})</span>}
        </button>
        {beside && (
          <span
            aria-hidden={kind === 'label'}
            className="max-w-64 shrink-0 truncate font-mono text-xs text-ink2"
          >
            {beside}
          </span>
        )}
      </span>
      {isOpen && (
        <PersonCard person={person} isAgent={isAgent} anchor={button} onClose={() => setOpen(false)} />
      )}
    </span>
  );
}

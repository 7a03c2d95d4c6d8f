'use client';
import { type ComponentProps, useMemo } from 'react';
import { useBrowserNames } from '#lib/people/names.ts';
import { suggestPeople } from '#lib/people/suggest-people.ts';
import { visibleName } from '#lib/visible-name.ts';
import { Face } from '../marks/face.tsx';
import { Input } from '../ui/input.tsx';
import { useKnownPeople } from './people-provider.tsx';

interface AddressInputProps extends Omit<ComponentProps<typeof Input>, 'onChange' | 'value'> {
  value: string;
  onValue: (value: string) => void;
}

/**
 * Field for an address. A label or a name only suggests people, each with the full address; what is chosen and sent is
 * the address.
 */
export function AddressInput({ value, onValue, readOnly, ...props }: AddressInputProps) {
  const { labels, found } = useBrowserNames();
  const known = useKnownPeople();
  const suggestions = useMemo(() => {
    const people = [...known.values(), ...found.values()].filter((person) => person !== null);
    return readOnly ? [] : suggestPeople(value, labels, people);
  }, [value, labels, found, known, readOnly]);
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      <Input
        {...props}
        value={value}
        readOnly={readOnly}
        placeholder="0x… or a name"
        autoComplete="off"
        spellCheck={false}
        className="font-mono text-xs"
        onChange={(event) => onValue(event.target.value)}
      />
      {suggestions.length > 0 && (
        <ul aria-label="Suggestions" className="rounded border border-edge bg-sheet">
          {suggestions.map(({ address, text, kind }) => (
            <li key={address} className="border-line not-first:border-t">
              <button
                type="button"
                onClick={() => onValue(address)}
                className="flex w-full items-start gap-2 px-3 py-2 text-left text-sm hover:bg-wash"
              >
                <Face address={address} isAgent={false} size={20} />
                <span className="min-w-0">
                  <bdi className="break-words">{visibleName(text)}</bdi>
                  <span className="text-ink2">
                    {kind === 'label' ? ' · your label' : ' · unverified name'}
                  </span>
                  <span className="block font-mono text-xs break-all">{address}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

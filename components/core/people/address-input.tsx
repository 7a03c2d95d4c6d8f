'use client';
import { type ComponentProps, useMemo, useState } from 'react';
import { visibleName } from '#lib/names/visible-name.ts';
import { useBrowserNames } from '#lib/people/names.ts';
import { type Suggestion, suggestPeople } from '#lib/people/suggest-people.ts';
import { useResolvedName } from '#lib/people/use-resolved-name.ts';
import { Input } from '../../ui/input.tsx';
import { useKnownPeople } from './people-provider.tsx';
import { PersonFace } from './person-face.tsx';

interface AddressInputProps extends Omit<ComponentProps<typeof Input>, 'onChange' | 'value'> {
  value: string;
  onValue: (value: string) => void;
}

const notes = { label: 'your label', name: 'unverified name', resolved: 'name on the chain' };

/**
 * Field for an address. A label, a self-given or a resolved name only suggests people, each with the full address; what is
 * chosen and sent is the address. The chosen name stays below it.
 */
export function AddressInput({ value, onValue, readOnly, ...props }: AddressInputProps) {
  const { labels, found } = useBrowserNames();
  const known = useKnownPeople();
  const resolved = useResolvedName(readOnly ? '' : value);
  const [chosen, setChosen] = useState<Suggestion | null>(null);
  const suggestions = useMemo(() => {
    if (readOnly) return [];
    const people = [...known.values(), ...found.values()].filter((person) => person !== null);
    const similar = suggestPeople(value, labels, people);
    if (!resolved.found) return similar;
    // What the chain answers now comes before what was read from it earlier.
    const { name: text, address } = resolved.found;
    return [
      { address, text, kind: 'resolved' } as const,
      ...similar.filter((one) => one.address !== address && one.text !== text),
    ];
  }, [value, labels, found, known, readOnly, resolved.found]);
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
          {suggestions.map((one) => (
            <li key={one.address} className="border-line not-first:border-t">
              <button
                type="button"
                onClick={() => {
                  setChosen(one);
                  onValue(one.address);
                }}
                className="flex w-full items-start gap-2 px-3 py-2 text-left text-sm hover:bg-wash"
              >
                <PersonFace address={one.address} isAgent={false} size={20} />
                <span className="min-w-0">
                  <Named suggestion={one} />
                  <span className="block font-mono text-xs break-all">{one.address}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-sm text-ink2">
        {resolved.status === 'reading' && 'Looking the name up on the chain.'}
        {resolved.status === 'none' && suggestions.length === 0 && 'This name leads to no address.'}
        {resolved.status === 'failed' && 'The name could not be looked up. Enter the address.'}
        {chosen?.address === value && <Named suggestion={chosen} />}
      </p>
    </div>
  );
}

function Named({ suggestion: { text, kind } }: { suggestion: Suggestion }) {
  return (
    <>
      <bdi className="break-words text-ink">{visibleName(text)}</bdi>
      <span className="text-ink2"> · {notes[kind]}</span>
    </>
  );
}

'use client';
import { MAX_FILTER } from '@labroom/protocol/saved-view';
import { useState } from 'react';
import { Input } from '#components/ui/input.tsx';

interface FilterFieldProps {
  value: string;
  onChange: (value: string) => void;
}

interface Typing {
  typed: string;
  /** The value that was given last. */
  given: string;
  /** What was told, and is not given back yet. */
  told: readonly string[];
}

/** Keeps the typed text in its own state: the URL follows later, and waiting for it would drop characters. */
export function FilterField({ value, onChange }: FilterFieldProps) {
  const [{ typed, given, told }, setTyping] = useState<Typing>({ typed: value, given: value, told: [] });
  if (value !== given) {
    const place = told.indexOf(value);
    // A value that was not told is from elsewhere, e.g. the saved view.
    setTyping(
      place < 0
        ? { typed: value, given: value, told: [] }
        : { typed, given: value, told: told.slice(place + 1) },
    );
  }
  return (
    <Input
      type="search"
      aria-label="Filter the rows"
      placeholder="Filter the rows"
      className="max-w-60"
      maxLength={MAX_FILTER}
      value={typed}
      onChange={({ target }) => {
        setTyping({ typed: target.value, given, told: [...told, target.value] });
        onChange(target.value);
      }}
    />
  );
}

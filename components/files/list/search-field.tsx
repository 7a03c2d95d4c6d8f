'use client';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Input } from '#components/ui/input.tsx';

interface SearchFieldProps {
  /** Value in the URL. */
  value: string;
  onChange: (value: string) => void;
}

/** Keeps the typed text in its own state: the URL is updated later, and waiting for it would drop characters. */
export function SearchField({ value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const change = (text: string) => {
    setTyped(text);
    onChange(text);
  };
  // The URL can also change from outside, e.g. by the back button or by clearing all filters.
  useEffect(() => setTyped(value), [value]);
  // Picks up text that was typed before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
  useEffect(() => {
    if (field.current && field.current.value !== value) change(field.current.value);
  }, []);
  return (
    <div className="relative min-w-0 flex-1">
      <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-ink2" />
      <Input
        type="search"
        aria-label="Search the files of this lab"
        placeholder="Search all files"
        value={typed}
        ref={field}
        onChange={({ target }) => change(target.value)}
        className="pl-9"
      />
    </div>
  );
}

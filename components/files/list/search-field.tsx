'use client';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Input } from '#components/ui/input.tsx';

interface SearchFieldProps {
  /** What the URL says. */
  value: string;
  onChange: (value: string) => void;
}

/** Holds what is typed itself: the URL follows a moment later, and a field that waits for it would lose letters. */
export function SearchField({ value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const change = (text: string) => {
    setTyped(text);
    onChange(text);
  };
  // The URL may change otherwise: by the back button, or when all filters are cleared.
  useEffect(() => setTyped(value), [value]);
  // What was typed before the page was live.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it becomes so
  useEffect(() => {
    if (field.current && field.current.value !== value) change(field.current.value);
  }, []);
  return (
    <div className="relative min-w-0 flex-1">
      <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-muted" />
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

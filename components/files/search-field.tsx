'use client';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Input } from '../ui/input.tsx';

interface SearchFieldProps {
  /** What the URL says. */
  value: string;
  onChange: (value: string) => void;
}

/** Holds what is typed itself: the URL follows a moment later, and a field that waits for it would lose letters. */
export function SearchField({ value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  // The URL may change otherwise: by the back button, or when all filters are cleared.
  useEffect(() => setTyped(value), [value]);
  return (
    <div className="relative min-w-0 flex-1">
      <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-muted" />
      <Input
        type="search"
        aria-label="Search the files of this lab"
        placeholder="Search all files"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(event.target.value);
        }}
        className="pl-9"
      />
    </div>
  );
}

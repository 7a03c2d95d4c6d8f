'use client';
import { X } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react';
import { Input } from '#components/ui/input.tsx';

const MOST = 50;
const LONGEST = 100;

interface TokenInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Offered while typing. Other values can be typed; a suggestion in another case becomes the suggestion. */
  suggestions?: readonly string[];
}

/**
 * Input for a list of short texts. Enter, a comma or leaving the field adds one; Backspace in the empty field removes
 * the last.
 */
export function TokenInput({ value, onChange, suggestions = [], ...props }: TokenInputProps) {
  const [draft, setDraft] = useState('');
  const listId = useId();

  function add(text: string) {
    const fresh = text
      .split(',')
      .map((token) => token.trim().slice(0, LONGEST))
      .filter((token) => token !== '')
      .map((token) => suggestions.find((known) => known.toLowerCase() === token.toLowerCase()) ?? token);
    setDraft('');
    if (fresh.length > 0) onChange([...new Set([...value, ...fresh])].slice(0, MOST));
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // Enter also ends the composition of a character (IME) and is ignored then.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && draft.trim() !== '') {
      event.preventDefault();
      add(draft);
    } else if (event.key === 'Backspace' && draft === '' && value.length > 0) {
      onChange(value.slice(0, -1));
    }
  }

  return (
    <div className="flex flex-col gap-2">
      <Input
        {...props}
        value={draft}
        list={listId}
        autoComplete="off"
        onChange={({ target }) => (target.value.includes(',') ? add(target.value) : setDraft(target.value))}
        onKeyDown={onKeyDown}
        onBlur={() => add(draft)}
      />
      <datalist id={listId}>
        {suggestions
          .filter((suggestion) => !value.includes(suggestion))
          .map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
      </datalist>
      {value.length > 0 && (
        <ul className="flex flex-wrap gap-1">
          {value.map((token) => (
            <li
              key={token}
              className="inline-flex max-w-full items-center gap-1 rounded bg-wash pl-2 text-sm"
            >
              <span className="truncate">{token}</span>
              <button
                type="button"
                aria-label={`Remove ${token}`}
                onClick={() => onChange(value.filter((other) => other !== token))}
                className="inline-flex size-6 shrink-0 items-center justify-center rounded text-ink2 hover:text-ink"
              >
                <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

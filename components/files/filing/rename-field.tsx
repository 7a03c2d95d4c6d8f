'use client';
import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { nameOf, nameProblem, renameTo } from '#lib/data-room/moves.ts';
import { useDataRoom } from '../../core/data-room/data-room-context.tsx';
import { Input } from '../../ui/input.tsx';

interface RenameFieldProps {
  entryKey: string;
  /** Called after a save and after Escape, with whether the keyboard ended it. */
  onClose: (byKeyboard: boolean) => void;
}

/** The name of a row as a field. Enter saves, Escape leaves the name as it is. */
export function RenameField({ entryKey, onClose }: RenameFieldProps) {
  const { filing } = useDataRoom();
  const before = nameOf(entryKey);
  const [name, setName] = useState(before);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const errorId = useId();
  // Closing takes the focus away, which would save.
  const isClosed = useRef(false);
  const { isRunning, failure, run } = useAction(async (byKeyboard: boolean) => {
    await filing.move([renameTo(entryKey, name)]);
    close(byKeyboard);
  });

  function close(byKeyboard: boolean) {
    isClosed.current = true;
    onClose(byKeyboard);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the field appears
  useEffect(() => {
    field.current?.focus();
    // The extension of a file usually stays.
    const stem = entryKey.endsWith('/') ? before.length : before.lastIndexOf('.');
    field.current?.setSelectionRange(0, stem > 0 ? stem : before.length);
  }, []);

  function save(byKeyboard: boolean) {
    if (isRunning || isClosed.current) return;
    const found = name === before ? null : nameProblem(name);
    setProblem(found);
    if (name === before) close(byKeyboard);
    else if (!found) run(byKeyboard);
  }

  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation();
    if (event.key === 'Enter') save(true);
    else if (event.key === 'Escape') close(true);
    else return;
    event.preventDefault();
  }

  const error = problem ?? failure?.title;
  return (
    <span className="relative block min-w-0 flex-1 py-1">
      <Input
        ref={field}
        aria-label={`New name of ${before}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        autoComplete="off"
        spellCheck={false}
        readOnly={isRunning}
        aria-busy={isRunning || undefined}
        value={name}
        onChange={({ target }) => {
          setName(target.value);
          setProblem(null);
        }}
        onClick={keepFromRow}
        onDoubleClick={keepFromRow}
        onKeyDown={onKeyDown}
        onBlur={() => save(false)}
        className="h-8! px-2! text-sm! touch:h-10! touch:text-base!"
      />
      {error && (
        <span
          id={errorId}
          role="alert"
          className="absolute top-full left-0 z-20 max-w-full rounded border border-bad bg-sheet px-2 py-1 text-sm whitespace-normal text-bad"
        >
          {error}
        </span>
      )}
    </span>
  );
}

const keepFromRow = (event: SyntheticEvent) => event.stopPropagation();

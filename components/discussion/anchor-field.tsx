'use client';
import { type Anchor, anchorProblem } from '@labroom/protocol/comment';
import { X } from 'lucide-react';
import { useState } from 'react';
import { anchorKindOf, anchorNouns, anchorText } from '#lib/discussion/anchors.ts';
import { Button } from '../ui/button.tsx';
import { Input } from '../ui/input.tsx';
import type { DiscussedFile } from './discussed.ts';

interface AnchorFieldProps {
  file: DiscussedFile;
  value: Anchor | null;
  onChange: (anchor: Anchor | null) => void;
}

/** Chooses the part of a file that a discussion is about, where its format has lines, rows or pages. */
export function AnchorField({ file, value, onChange }: AnchorFieldProps) {
  const kind = anchorKindOf(file.name, file.contentType);
  const [isOpen, setOpen] = useState(false);
  if (value) {
    return (
      <p className="flex items-center gap-1 text-sm">
        About {lowerFirst(anchorText(value))}
        <Button variant="quiet" size="icon" aria-label="About the whole file" onClick={() => onChange(null)}>
          <X aria-hidden className="size-4" />
        </Button>
      </p>
    );
  }
  if (!kind) return null;
  if (isOpen) {
    return (
      <RangeForm
        kind={kind}
        onChosen={(anchor) => {
          setOpen(false);
          onChange(anchor);
        }}
        onCancel={() => setOpen(false)}
      />
    );
  }
  return (
    <div>
      <Button variant="quiet" size="sm" className="-ml-3" onClick={() => setOpen(true)}>
        About some {anchorNouns(kind)[1]}…
      </Button>
    </div>
  );
}

interface RangeFormProps {
  kind: Anchor['kind'];
  onChosen: (anchor: Anchor) => void;
  onCancel: () => void;
}

function RangeForm({ kind, onChosen, onCancel }: RangeFormProps) {
  const [typed, setTyped] = useState({ start: '', end: '', startColumn: '', endColumn: '' });
  const anchor = anchorOf(kind, typed);
  const problem = anchorProblem(anchor);
  const [, many] = anchorNouns(kind);
  const field = (name: keyof typeof typed, label: string) => (
    <Input
      inputMode="numeric"
      aria-label={label}
      value={typed[name]}
      className="w-20 text-sm"
      onChange={({ target }) => setTyped({ ...typed, [name]: target.value.replace(/\D/g, '').slice(0, 9) })}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        if (!problem) onChosen(anchor);
      }}
    />
  );
  return (
    <fieldset className="flex flex-wrap items-center gap-2 text-sm">
      <legend className="sr-only">The part that it is about</legend>
      <span>{`${many.charAt(0).toUpperCase()}${many.slice(1)}`}</span>
      {field('start', `First of the ${many}`)}–{field('end', `Last of the ${many}`)}
      {kind === 'CELLS' && (
        <>
          <span>columns</span>
          {field('startColumn', 'First of the columns')}–{field('endColumn', 'Last of the columns')}
        </>
      )}
      <Button size="sm" disabled={problem !== null} onClick={() => onChosen(anchor)}>
        Use
      </Button>
      <Button size="sm" variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </fieldset>
  );
}

function anchorOf(
  kind: Anchor['kind'],
  typed: Record<'start' | 'end' | 'startColumn' | 'endColumn', string>,
) {
  const start = Number(typed.start);
  const startColumn = Number(typed.startColumn);
  return {
    kind,
    start,
    end: Number(typed.end) || start,
    ...(startColumn > 0 && { startColumn, endColumn: Number(typed.endColumn) || startColumn }),
  };
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

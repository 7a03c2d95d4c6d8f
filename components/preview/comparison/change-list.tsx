'use client';
import type { ModelOf } from '@labroom/formats/models';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { DrawnList } from '#components/ui/drawn-list.tsx';

type Comparison = ModelOf<'comparison'>;
type Change = Comparison['changes'][number];
type ComparedLine = Change['lines'][number];
type Piece = ComparedLine['pieces'][number];

const signs = { same: ' ', removed: '−', added: '+' } as const;
const lineClass = { same: 'text-ink2', removed: 'bg-wash', added: 'bg-wash' } as const;
const signClass = { same: '', removed: 'text-bad', added: 'text-good' } as const;

/** The changes between two versions, with keys for the next (N) and the previous one (P). Takes the focus. */
export function ChangeList({ comparison: { summary, notes, changes } }: { comparison: Comparison }) {
  const [current, setCurrent] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  function go(step: 1 | -1) {
    const last = changes.length - 1;
    const wanted = current === null ? (step === 1 ? 0 : last) : Math.min(last, Math.max(0, current + step));
    setCurrent(wanted);
    const change = list.current?.children[wanted];
    if (!(change instanceof HTMLElement)) return;
    change.focus({ preventScroll: true });
    change.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || changes.length === 0) return;
    const step = { n: 1, p: -1 }[event.key.toLowerCase()];
    if (step !== 1 && step !== -1) return;
    event.preventDefault();
    go(step);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys repeat the buttons
    <div className="flex min-w-0 flex-col gap-3" onKeyDown={onKeyDown}>
      <div className="flex flex-wrap items-center gap-2">
        <h3 ref={heading} tabIndex={-1} className="flex-1 text-lg outline-none">
          {summary}
        </h3>
        {changes.length > 0 && (
          <>
            <span className="tabular text-sm text-ink2" role="status">
              {current === null ? '' : `${current + 1} of ${changes.length}`}
            </span>
            <Button
              size="icon"
              variant="quiet"
              aria-label="Previous change"
              aria-keyshortcuts="P"
              title="Previous change (P)"
              onClick={() => go(-1)}
            >
              <ChevronUp aria-hidden className="size-4" />
            </Button>
            <Button
              size="icon"
              variant="quiet"
              aria-label="Next change"
              aria-keyshortcuts="N"
              title="Next change (N)"
              onClick={() => go(1)}
            >
              <ChevronDown aria-hidden className="size-4" />
            </Button>
          </>
        )}
      </div>
      {notes.map((note) => (
        <p key={note} className="text-sm text-ink2">
          {note}
        </p>
      ))}
      <ol ref={list} aria-label="Changes" className="flex flex-col gap-3">
        <DrawnList items={changes} step={10}>
          {(change, index) => (
            <li
              key={index}
              tabIndex={-1}
              aria-current={index === current ? 'true' : undefined}
              className="scroll-my-16 border-l-3 border-line pl-3 aria-current:border-acc"
            >
              <ShownChange change={change} />
            </li>
          )}
        </DrawnList>
      </ol>
    </div>
  );
}

const ShownChange = memo(function ShownChange({ change: { place, lines } }: { change: Change }) {
  return (
    <>
      <p className="text-sm font-medium break-words">{place}</p>
      <div className="mt-1 font-mono text-xs">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
          <ShownLine key={index} line={line} />
        ))}
      </div>
    </>
  );
});

function ShownLine({ line: { kind, pieces } }: { line: ComparedLine }) {
  return (
    <div className={`flex gap-2 px-2 ${lineClass[kind]}`}>
      <span className={`w-3 shrink-0 select-none whitespace-pre ${signClass[kind]}`}>{signs[kind]}</span>
      <span className="min-w-0 flex-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {pieces.map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
          <ShownPiece key={index} piece={piece} />
        ))}
      </span>
    </div>
  );
}

function ShownPiece({ piece: { kind, text } }: { piece: Piece }) {
  if (kind === 'removed') return <del className="text-bad decoration-1">{text}</del>;
  if (kind === 'added') return <ins className="text-good decoration-1 underline-offset-2">{text}</ins>;
  return text;
}

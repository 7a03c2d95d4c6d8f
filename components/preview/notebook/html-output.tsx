'use client';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { takeTurn } from '#components/ui/drawing-turns.ts';
import { CutNote } from '../parts/cut-note.tsx';

const TAGS =
  'b blockquote br caption code dd div dl dt em h1 h2 h3 h4 h5 h6 hr i li ol p pre s small span strong sub sup table tbody td tfoot th thead tr u ul';
const LOADING_OR_RUNNING =
  /^(audio|canvas|embed|form|iframe|img|input|link|object|picture|script|source|svg|video)$/i;

/**
 * The browser reports event handlers and base addresses to the Content Security Policy when it parses them, even in a
 * document that never runs. Sanitizing does not depend on this.
 */
const withoutHandlers = (html: string) =>
  html
    .replace(/<base\b/gi, '<removed')
    .replace(/<[^<>]+>/g, (tag) => tag.replace(/([\s/"'])on\w+(?=\s*=)/gi, '$1data-removed'));

/** Columns that all cells of an output may span together: the browser makes a column of each. */
const MAX_SPANS = 5_000;

function limitSpans(clean: DocumentFragment): void {
  const cells = [...clean.querySelectorAll('[colspan], [rowspan]')];
  const spans = cells.reduce(
    (sum, cell) =>
      sum + Number(cell.getAttribute('colspan') ?? 1) * Number(cell.getAttribute('rowspan') ?? 1),
    0,
  );
  if (spans <= MAX_SPANS) return;
  for (const cell of cells) {
    cell.removeAttribute('colspan');
    cell.removeAttribute('rowspan');
  }
}

/** Nothing else is drawn in the frame of an output. */
const WHOLE_FRAME = 500;

interface HtmlOutputProps {
  html: string;
  /** Shown if nothing readable is left of the HTML. */
  children: ReactNode;
}

type Rest = 'unread' | 'empty' | 'whole' | 'reduced';

/** Tables and text of an HTML output. All that would run, fetch, link or style is removed. */
export function HtmlOutput({ html, children }: HtmlOutputProps) {
  const place = useRef<HTMLDivElement>(null);
  const [rest, setRest] = useState<Rest>('unread');
  useEffect(() => {
    let current = true;
    let endTurn = () => {};
    const show = (purify: typeof import('dompurify').default) => {
      if (!current || !place.current) return;
      const clean = purify.sanitize(withoutHandlers(html), {
        ALLOWED_TAGS: TAGS.split(' '),
        ALLOWED_ATTR: ['colspan', 'rowspan', 'scope'],
        ALLOW_ARIA_ATTR: false,
        ALLOW_DATA_ATTR: false,
        RETURN_DOM_FRAGMENT: true,
      });
      const isReduced = purify.removed.some(
        (removed) => 'element' in removed && LOADING_OR_RUNNING.test(removed.element.nodeName),
      );
      const isEmpty = clean.textContent?.trim() === '';
      limitSpans(clean);
      place.current.replaceChildren(clean);
      setRest(isEmpty ? 'empty' : isReduced ? 'reduced' : 'whole');
    };
    import('dompurify')
      .then(({ default: purify }) => {
        if (!current) return;
        endTurn = takeTurn(() => {
          show(purify);
          requestAnimationFrame(() => endTurn());
        }, WHOLE_FRAME);
      })
      .catch(() => current && setRest('empty'));
    return () => {
      current = false;
      endTurn();
    };
  }, [html]);
  const isShown = rest === 'whole' || rest === 'reduced';
  return (
    <>
      <div
        ref={place}
        hidden={!isShown}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        className="tabular overflow-x-auto [&_caption]:text-left [&_caption]:text-ink2 [&_pre]:font-mono [&_table]:border-collapse [&_td]:border-b [&_td]:border-line [&_td]:px-2 [&_td]:py-1 [&_td]:whitespace-nowrap [&_th]:border-b [&_th]:border-line [&_thead_th]:border-edge [&_th]:px-2 [&_th]:py-1 [&_th]:text-left [&_th]:font-semibold"
      />
      {!isShown && children}
      {rest === 'reduced' && (
        <CutNote>Pictures and scripts of this output are not shown, because they would load or run.</CutNote>
      )}
    </>
  );
}

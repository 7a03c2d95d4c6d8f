'use client';
import { useEffect, useRef } from 'react';
import { askMarkdown } from '#components/ui/markdown/markdown-queue.ts';
import { useSeen } from '#components/ui/use-seen.ts';
import { useTurnState } from '#components/ui/use-turn-state.ts';

/**
 * A formula in TeX, which a worker draws when it is scrolled into view; its source stays if it cannot be drawn. The fonts
 * are loaded with the first one.
 */
export function Formula({ tex, isDisplay }: { tex: string; isDisplay: boolean }) {
  const [drawn, setDrawn] = useTurnState<{ tex: string; html: string } | null>(null);
  const html = drawn?.tex === tex ? drawn.html : '';
  const place = useRef<HTMLElement>(null);
  const isSeen = useSeen(place);
  useEffect(() => {
    if (!isSeen) return;
    let current = true;
    Promise.all([askMarkdown({ kind: 'formula', text: tex, isDisplay }), import('./formula-style.ts')])
      .then(([answer]) => {
        const found = answer?.html;
        if (current && found) setDrawn({ tex, html: found }, found.split('<').length / 2);
      })
      // Not loaded.
      .catch(() => undefined);
    return () => {
      current = false;
    };
  }, [isSeen, tex, isDisplay, setDrawn]);
  return (
    <>
      <span
        hidden={!html}
        className={`[&_.katex]:text-[1.08em] ${isDisplay ? 'block overflow-x-auto py-1' : ''}`}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: KaTeX makes it of its own elements alone
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {!html && <code ref={place}>{tex}</code>}
    </>
  );
}

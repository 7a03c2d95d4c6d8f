'use client';
import type { Anchor } from '@labroom/protocol/comment';
import { MessageSquare } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { anchorText } from '#lib/discussion/anchors.ts';
import { Button } from '../ui/button.tsx';
import { anchorOfSelection, selectPart } from './preview-parts.ts';

interface PartSelectionProps {
  /** Around the preview of the file. */
  container: RefObject<HTMLElement | null>;
  /** The part to show: it is scrolled to and selected as soon as the preview has it. */
  shown: Anchor | null;
  onComment: (anchor: Anchor) => void;
}

/** Offers to comment on the lines or rows that are selected in a preview, and selects those of a discussion. */
export function PartSelection({ container, shown, onComment }: PartSelectionProps) {
  const [anchor, setAnchor] = useState<Anchor | null>(null);
  useEffect(() => {
    const read = () => setAnchor(anchorOfSelection(container.current));
    read();
    document.addEventListener('selectionchange', read);
    return () => document.removeEventListener('selectionchange', read);
  }, [container]);
  useEffect(() => {
    const { current } = container;
    if (!shown || !current || selectPart(current, shown)) return;
    // The preview is still loading.
    const observer = new MutationObserver(() => selectPart(current, shown) && observer.disconnect());
    observer.observe(current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [container, shown]);
  if (!anchor) return null;
  const text = anchorText(anchor);
  return (
    <div className="sticky bottom-2 z-10 flex">
      <Button
        size="sm"
        variant="primary"
        // Keeps the selection.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onComment(anchor)}
      >
        <MessageSquare aria-hidden className="size-4" />
        Comment on {text.charAt(0).toLowerCase()}
        {text.slice(1)}
      </Button>
    </div>
  );
}

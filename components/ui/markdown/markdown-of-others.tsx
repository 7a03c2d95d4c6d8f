'use client';
import type { MarkdownTree } from '@labroom/markdown/markdown-node';
import type { MarkdownRules } from '@labroom/markdown/rules';
import { type ReactNode, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { MarkdownImage, MarkdownLink } from '#components/ui/markdown-link.tsx';
import { AsWritten } from './as-written.tsx';
import { DrawingBoundary } from './drawing-boundary.tsx';
import { DrawnTree, type MarkdownComponents } from './drawn-tree.tsx';
import { useMarkdown } from './use-markdown.ts';

interface MarkdownOfOthersProps {
  children: string;
  rules: MarkdownRules;
  /** The same object each time. */
  components?: MarkdownComponents;
  /** The beginning of the text, as the service parsed it: shown until the worker has parsed the whole text. */
  firstTree?: MarkdownTree | null | undefined;
  /** Shown until then without it. Default: the text as it was written. */
  waiting?: ReactNode;
}

export const plainComponents: MarkdownComponents = { a: MarkdownLink, img: MarkdownImage };

/**
 * Markdown that somebody else wrote. It is parsed in a worker with a limit of time and of elements, and drawn piece by
 * piece, so that no text keeps the page from answering; what cannot be drawn is shown as it was written.
 */
export function MarkdownOfOthers({
  children: text,
  rules,
  components = plainComponents,
  firstTree,
  waiting,
}: MarkdownOfOthersProps) {
  const parsed = useMarkdown(text, rules);
  const tree = parsed ? parsed.tree : firstTree;
  const asWritten = <AsWritten text={text} />;
  const explained = (
    <>
      <p className="text-sm text-ink2">Drawing this text takes too long, so it is shown as it was written.</p>
      {asWritten}
    </>
  );
  if (!tree) return parsed ? explained : (waiting ?? asWritten);
  return (
    <DrawingBoundary key={text} fallback={explained}>
      <DrawnTree nodes={tree.children} components={components} />
      {parsed?.isShortened && <Shortened text={text} />}
    </DrawingBoundary>
  );
}

function Shortened({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <p className="text-sm text-ink2">
        The text is longer than what can be drawn.{' '}
        <Button size="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Hide the text as it was written' : 'Show all of it as it was written'}
        </Button>
      </p>
      {isWhole && <AsWritten text={text} />}
    </>
  );
}

'use client';
import Markdown from 'react-markdown';
import { MarkdownLink, markdownRules } from '#components/ui/markdown-rules.tsx';
import { CutNote } from './cut-note.tsx';

export function MarkdownPreview({ text, isCut }: { text: string; isCut: boolean }) {
  return (
    <div className="flex flex-col gap-2">
      <div className="max-h-[var(--preview-height,70dvh)] overflow-auto rounded border border-line p-4 text-sm">
        <MarkdownText>{text}</MarkdownText>
      </div>
      {isCut && <CutNote />}
    </div>
  );
}

/** Untrusted Markdown: sanitized, and without remote images, whose servers would see who reads it. */
export function MarkdownText({ children: text }: { children: string }) {
  return (
    <div className="prose-lab">
      <Markdown
        {...markdownRules}
        components={{
          a: MarkdownLink,
          img: ({ alt }) => <em>[image{alt ? `: ${alt}` : ''}]</em>,
        }}
      >
        {text}
      </Markdown>
    </div>
  );
}

'use client';
import type { MarkdownTree } from '@labroom/markdown/markdown-node';
import type { ComponentProps } from 'react';
import type { MarkdownComponents } from '#components/ui/markdown/drawn-tree.tsx';
import { MarkdownOfOthers } from '#components/ui/markdown/markdown-of-others.tsx';
import { MarkdownLink } from '#components/ui/markdown-link.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { CodeBlock } from '../code/code-block.tsx';
import { CutNote } from '../parts/cut-note.tsx';
import { Formula } from './formula.tsx';
import { PictureNote } from './picture-note.tsx';
import { useRoomFile } from './text-room.ts';

interface MarkdownPreviewProps {
  text: string;
  isCut: boolean;
  /** The beginning of the text, as the service parsed it. */
  firstTree?: MarkdownTree | null | undefined;
}

export function MarkdownPreview({ text, isCut, firstTree }: MarkdownPreviewProps) {
  return (
    <div className="flex flex-col gap-2">
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        className="max-h-[var(--preview-height,70dvh)] overflow-auto rounded border border-line p-4 text-sm"
      >
        {text.trim() === '' ? (
          <p className="text-ink2">(empty)</p>
        ) : (
          <MarkdownText firstTree={firstTree}>{text}</MarkdownText>
        )}
      </div>
      {isCut && <CutNote />}
    </div>
  );
}

const components: MarkdownComponents = {
  a: Link,
  img: Picture,
  code: Code,
  pre: ({ node, children }) => {
    const [code] = node?.children ?? [];
    const isFormula = code?.type === 'element' && String(code.properties.className).includes('math-display');
    return isFormula ? <div>{children}</div> : <pre>{children}</pre>;
  },
  // A paragraph cannot contain what stands for a picture.
  p: ({ node, children }) =>
    node?.children.some((child) => child.type === 'element' && child.tagName === 'img') ? (
      <div>{children}</div>
    ) : (
      <p>{children}</p>
    ),
};

interface MarkdownTextProps {
  children: string;
  /** The beginning of the text, as the service parsed it. */
  firstTree?: MarkdownTree | null | undefined;
}

/**
 * Untrusted Markdown: sanitized, with formulas, coloured code, and links and pictures of the same data room. Pictures of
 * other sites are not loaded, because their servers would see who reads the file.
 */
export function MarkdownText({ children: text, firstTree }: MarkdownTextProps) {
  return (
    <div className="prose-lab">
      <MarkdownOfOthers
        rules="file"
        components={components}
        firstTree={firstTree}
        waiting={<Skeleton className="h-64 max-w-prose" />}
      >
        {text}
      </MarkdownOfOthers>
    </div>
  );
}

function Link({ id, href, children }: ComponentProps<'a'>) {
  const room = useRoomFile(href);
  if (room) return <room.Reference path={room.path}>{children}</room.Reference>;
  return (
    <MarkdownLink id={id} href={href}>
      {children}
    </MarkdownLink>
  );
}

function Picture({ src, alt = '' }: ComponentProps<'img'>) {
  const link = typeof src === 'string' ? src : '';
  const room = useRoomFile(link);
  if (room?.path) return <room.Picture path={room.path} alt={alt} />;
  const host = URL.canParse(link) ? new URL(link).host : '';
  return (
    <PictureNote alt={alt}>
      {host ? `on ${host}, not loaded from there` : 'not a file of this room'}
    </PictureNote>
  );
}

function Code({ className = '', children }: ComponentProps<'code'>) {
  const text = String(children ?? '').replace(/\n$/, '');
  if (className.includes('math-'))
    return <Formula tex={text} isDisplay={className.includes('math-display')} />;
  const language = /language-(\S+)/.exec(className)?.[1];
  return <code>{language ? <CodeBlock text={text} language={language} /> : children}</code>;
}

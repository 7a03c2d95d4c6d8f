'use client';
import { mentionPrefix } from '@labroom/markdown/mentions';
import { Person } from '../core/people/person.tsx';
import type { MarkdownComponents } from '../ui/markdown/drawn-tree.tsx';
import { MarkdownOfOthers } from '../ui/markdown/markdown-of-others.tsx';
import { MarkdownImage, MarkdownLink } from '../ui/markdown-link.tsx';

const components: MarkdownComponents = {
  a: ({ href, ...props }) =>
    href?.startsWith(mentionPrefix) ? (
      <Person value={href.slice(mentionPrefix.length)} />
    ) : (
      <MarkdownLink href={href} {...props} />
    ),
  img: MarkdownImage,
};

/** The words of a comment: untrusted Markdown, with the people that it mentions. */
export function CommentText({ children }: { children: string }) {
  return (
    <div dir="auto" className="prose-lab max-w-prose break-words">
      <MarkdownOfOthers rules="comment" components={components}>
        {children}
      </MarkdownOfOthers>
    </div>
  );
}

'use client';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Person } from '../marks/person.tsx';
import { MarkdownLink, markdownRules } from '../ui/markdown-rules.tsx';

const mention = /(?<![\p{L}\p{N}_@])@(0x[0-9a-f]{40})(?![\p{L}\p{N}_])/giu;
const prefix = '#mention-';

/** A node of a Markdown tree. */
interface MarkdownNode {
  type: string;
  value?: string;
  url?: string;
  children?: MarkdownNode[];
}

/** Turns `@0x…` in text, not in code or links, into links to the wallet, which are shown as a person. */
function remarkMentions() {
  return linkMentions;
}

function linkMentions(node: MarkdownNode): void {
  if (!node.children || node.type === 'link') return;
  node.children = node.children.flatMap((child) => {
    if (child.type !== 'text') {
      linkMentions(child);
      return [child];
    }
    const text = (value: string): MarkdownNode => ({ type: 'text', value });
    return (child.value ?? '')
      .split(mention)
      .map((part, at) =>
        at % 2 === 0
          ? text(part)
          : { type: 'link', url: prefix + part.toLowerCase(), children: [text(`@${part}`)] },
      );
  });
}

/** The words of a comment: untrusted Markdown, with the people that it mentions. */
export function CommentText({ children }: { children: string }) {
  return (
    <div dir="auto" className="prose-lab max-w-prose break-words">
      <ReactMarkdown
        {...markdownRules}
        remarkPlugins={[remarkGfm, remarkMentions]}
        components={{
          a: ({ href, ...props }) =>
            href?.startsWith(prefix) ? (
              <Person value={href.slice(prefix.length)} />
            ) : (
              <MarkdownLink href={href} {...props} />
            ),
          // Loading a remote image would tell its host who reads this page.
          img: ({ src, alt }) => (
            <MarkdownLink href={typeof src === 'string' ? src : undefined}>{alt || 'Image'}</MarkdownLink>
          ),
        }}
      >
        {children}
      </ReactMarkdown>
    </div>
  );
}

import ReactMarkdown from 'react-markdown';
import { MarkdownLink, markdownRules } from './markdown-rules.tsx';

/** Untrusted Markdown: raw HTML is removed and links send no referrer. */
export function Markdown({ children }: { children: string }) {
  return (
    <div className="prose-lab max-w-prose">
      <ReactMarkdown
        {...markdownRules}
        components={{
          a: MarkdownLink,
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

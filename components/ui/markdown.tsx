import ReactMarkdown from 'react-markdown';
import { MarkdownLink, markdownRules } from './markdown-rules.tsx';

/** Text of strangers as Markdown: no HTML of theirs is kept, links open without a referrer. */
export function Markdown({ children }: { children: string }) {
  return (
    <div className="prose-lab max-w-prose">
      <ReactMarkdown
        {...markdownRules}
        components={{
          a: MarkdownLink,
          // A picture would tell its host who reads this page.
          img: ({ src, alt }) => (
            <MarkdownLink href={typeof src === 'string' ? src : undefined}>{alt || 'Picture'}</MarkdownLink>
          ),
        }}
      >
        {children}
      </ReactMarkdown>
    </div>
  );
}

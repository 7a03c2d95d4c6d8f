import ReactMarkdown from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';

/** Text of strangers as Markdown: no HTML of theirs is kept, links open without a referrer. */
export function Markdown({ children }: { children: string }) {
  return (
    <div className="prose-lab max-w-prose">
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[rehypeSanitize]}
        components={{
          a: ({ href, children: label }) => (
            <a href={href} rel="noreferrer nofollow ugc" target="_blank">
              {label}
            </a>
          ),
          // A picture would tell its host who reads this page.
          img: ({ src, alt }) => (
            <a href={typeof src === 'string' ? src : undefined} rel="noreferrer nofollow ugc" target="_blank">
              {alt || 'Picture'}
            </a>
          ),
        }}
      >
        {children}
      </ReactMarkdown>
    </div>
  );
}

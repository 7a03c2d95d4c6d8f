import type { ComponentProps } from 'react';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';

/** How Markdown of strangers is read, wherever it is shown: GitHub's, sanitized, none of its HTML kept. */
export const markdownRules = {
  remarkPlugins: [remarkGfm],
  // Footnotes have their prefix already; a second one would part them from their links.
  rehypePlugins: [[rehypeSanitize, { ...defaultSchema, clobberPrefix: '' }]],
} satisfies Pick<ComponentProps<typeof import('react-markdown').default>, 'remarkPlugins' | 'rehypePlugins'>;

/** A link of a stranger: elsewhere opens apart and learns nothing of this page; a footnote is here. */
export function MarkdownLink({ id, href, children }: Pick<ComponentProps<'a'>, 'id' | 'href' | 'children'>) {
  if (href?.startsWith('#')) {
    return (
      <a id={id} href={href}>
        {children}
      </a>
    );
  }
  return (
    <a href={href} rel="noreferrer nofollow ugc" target="_blank">
      {children}
    </a>
  );
}
